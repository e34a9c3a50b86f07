package dev.waybill.bench.waybill;

import dev.waybill.bench.limit.LimitServer;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.process.StartedProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The limit in a process of its own, on the JDK of this one.
record LimitProcess(StartedProgram program, Path file) implements Server {
    static LimitProcess start(Path parent) throws IOException, InterruptedException {
        Path folder = StartedProgram.folder(parent, "limit");
        Path file = folder.resolve("messages");
        int port = StartedProgram.freePort();
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes(),
                        LimitServer.class.getName(),
                        Integer.toString(port),
                        file.toString());
        StartedProgram program = new StartedProgram(folder, port, command, Map.of());
        program.await(() -> SocketChannel.open(program.address())).close();
        return new LimitProcess(program, file);
    }

    /// Those of the bench are all it needs.
    private static String classes() {
        try {
            return Path.of(
                            LimitServer.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public InetSocketAddress address() {
        return program.address();
    }

    /// It asks nobody for one.
    @Override
    public String workspaceKey() {
        return "none";
    }

    @Override
    public Proc process() {
        return program.proc();
    }

    @Override
    public void close() {
        program.close();
    }
}
