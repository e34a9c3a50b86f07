package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Proc;
import dev.waybill.bench.wire.Loop;
import java.io.IOException;
import java.nio.file.Path;

/// A fresh server with the load generator's connections to it.
record Stage(Server server, Api api, Loop loop) implements AutoCloseable {
    static Stage open(Path folder, Build build) throws IOException {
        return of(ServerProcess.start(folder, build));
    }

    static Stage of(Server server) throws IOException {
        return new Stage(server, new Api(server), new Loop());
    }

    Proc process() {
        return server.process();
    }

    @Override
    public void close() {
        loop.close();
        api.close();
        server.close();
    }
}
