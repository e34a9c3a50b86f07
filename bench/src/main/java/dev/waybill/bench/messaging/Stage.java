package dev.waybill.bench.messaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A fresh server with the load generator's connections to it.
record Stage(ServerProcess server, Api api, Loop loop, Path folder) implements AutoCloseable {
    static Stage open(Path folder, Map<String, String> settings) throws IOException {
        ServerProcess server = ServerProcess.start(folder, settings);
        return new Stage(server, new Api(server), new Loop(), folder);
    }

    Proc process() {
        return new Proc(server.pid());
    }

    @Override
    public void close() throws IOException {
        loop.close();
        api.close();
        server.close();
    }
}
