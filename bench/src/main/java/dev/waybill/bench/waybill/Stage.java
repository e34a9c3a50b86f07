package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Proc;
import dev.waybill.bench.wire.Loop;
import java.io.IOException;
import java.nio.file.Path;

/// A fresh server with the load generator's connections to it.
record Stage(ServerProcess server, Api api, Loop loop) implements AutoCloseable {
    static Stage open(Path folder, Waybill.Build build) throws IOException {
        ServerProcess server = ServerProcess.start(folder, build);
        return new Stage(server, new Api(server), new Loop());
    }

    Proc process() {
        return Proc.tree(server.pid());
    }

    @Override
    public void close() {
        loop.close();
        api.close();
        server.close();
    }
}
