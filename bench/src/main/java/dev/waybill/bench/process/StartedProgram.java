package dev.waybill.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.load.Proc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/// A program that this run started, with a folder and a port of its own. What it says goes to a file there. It ends when
/// the run does, however that comes about.
public final class StartedProgram implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofSeconds(90);
    private static final int LAST_WORDS = 2000;

    private final Path folder;
    private final int port;
    private final List<String> command;
    private final Map<String, String> environment;
    private final AtExit atExit;
    private Process process;

    public StartedProgram(
            Path folder, int port, List<String> command, Map<String, String> environment)
            throws IOException {
        this.folder = folder;
        this.port = port;
        this.command = command;
        this.environment = environment;
        this.process = launch();
        this.atExit = new AtExit("end-program", this::leave);
    }

    public static Path folder(Path parent, String name) throws IOException {
        return Files.createTempDirectory(parent.toAbsolutePath(), name);
    }

    /// One that nobody listens on at this moment.
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// The first line that a program says about itself.
    public static String firstLine(List<String> asked) throws IOException {
        Process process = new ProcessBuilder(asked).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        return said.lines().findFirst().orElse("").strip();
    }

    public int port() {
        return port;
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public Proc proc() {
        return Proc.tree(process.pid());
    }

    /// The same program on the same folder and port.
    public void restart() throws IOException {
        end();
        process = launch();
    }

    /// Tries until it succeeds, for as long as the program runs.
    public <T> T await(Callable<T> attempt) throws IOException, InterruptedException {
        long end = System.nanoTime() + LONGEST_START.toNanos();
        Exception last = new IOException("not tried");
        while (process.isAlive() && System.nanoTime() < end) {
            try {
                return attempt.call();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                last = e;
                Thread.sleep(50);
            }
        }
        String said = Files.readString(log());
        close();
        throw new IOException(
                command.getFirst()
                        + " is not there to be asked: "
                        + said.substring(Math.max(0, said.length() - LAST_WORDS)),
                last);
    }

    @Override
    public void close() {
        atExit.close();
    }

    private void leave() {
        end();
        try {
            Folder.delete(folder);
        } catch (IOException e) {
            System.err.println("what is in " + folder + " stays there: " + e);
        }
    }

    private Process launch() throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Path log() {
        return folder.resolve("log.txt");
    }

    private void end() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
