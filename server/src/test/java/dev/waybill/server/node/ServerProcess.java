package dev.waybill.server.node;

import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A server in a process of its own, which can be killed.
public final class ServerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final URI url;
    private final String key;

    private ServerProcess(Process process) throws IOException {
        this.process = process;
        this.out = process.inputReader();
        this.url = URI.create(line());
        this.key = line();
    }

    /// Serves until the process is killed, or its input ends. Arguments: data folder, port, database.
    public static void main(String[] args) throws IOException {
        Map<String, String> flags =
                Map.of("--data", args[0], "--port", args[1], "--database", args[2]);
        ConfigSources sources = new ConfigSources(flags, Map.of(), Path.of(args[0]));
        Waybill server = Waybill.start(ConfigReader.read(sources).config());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(server.url());
        out.println(server.firstKeys().map(keys -> keys.workspaceKey()).orElse("-"));
        for (int command = System.in.read(); command >= 0; command = System.in.read()) {
            if (command == 'm') {
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                out.println(runtime.totalMemory() - runtime.freeMemory());
            }
        }
        server.close();
    }

    /// Listens when it returns. The key is `-` unless this was the first start.
    public static ServerProcess start(Path folder, int port, String database, String... options)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerProcess.class.getName(),
                        folder.toString(),
                        Integer.toString(port),
                        database));
        return new ServerProcess(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    public URI url() {
        return url;
    }

    public int port() {
        return url.getPort();
    }

    public String key() {
        return key;
    }

    /// Bytes of the heap that are in use after a collection.
    long usedHeap() throws IOException {
        process.outputWriter().write('m');
        process.outputWriter().flush();
        return Long.parseLong(line());
    }

    /// As `kill -9` does it.
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        kill();
    }

    private String line() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        return line;
    }
}
