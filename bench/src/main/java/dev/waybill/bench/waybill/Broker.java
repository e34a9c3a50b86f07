package dev.waybill.bench.waybill;

import dev.waybill.bench.process.Programs;
import dev.waybill.bench.process.StartedProgram;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A `nats-server` that keeps nothing, to say envelopes through.
record Broker(StartedProgram server) implements AutoCloseable {
    static Broker start(Programs programs, Path parent) throws IOException, InterruptedException {
        String program = programs.find("nats-server").orElseThrow().toString();
        int port = StartedProgram.freePort();
        StartedProgram server =
                new StartedProgram(
                        StartedProgram.folder(parent, "broker"),
                        port,
                        List.of(program, "-a", "127.0.0.1", "-p", Integer.toString(port)),
                        Map.of());
        server.await(() -> SocketChannel.open(server.address())).close();
        return new Broker(server);
    }

    String url() {
        return "nats://127.0.0.1:" + server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
