package dev.waybill.bench.waybill;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.bench.load.HoldsSockets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Agents with a socket each on which nothing is said.
final class WaybillSockets implements HoldsSockets.Sockets {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final Stage stage;
    private final ServerProcess server;
    private final List<String> tokens;
    private List<Node> nodes = List.of();

    WaybillSockets(Stage stage, ServerProcess server, List<Api.Agent> agents) {
        this.stage = stage;
        this.server = server;
        this.tokens = Recipients.tokens(stage, agents);
    }

    @Override
    public void connect() {
        nodes = Recipients.opened(stage, tokens, _ -> {});
    }

    @Override
    public int stillOpen() {
        return (int) nodes.stream().filter(node -> node.socket().isOpen()).count();
    }

    /// What is live after a collection.
    @Override
    public OptionalDouble heapKilobytes() throws IOException {
        jcmd("GC.run");
        Matcher used = USED.matcher(jcmd("GC.heap_info"));
        return used.find()
                ? OptionalDouble.of(Double.parseDouble(used.group(1)))
                : OptionalDouble.empty();
    }

    @Override
    public void restart() throws IOException {
        server.restart();
    }

    private String jcmd(String command) throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process =
                new ProcessBuilder(jcmd.toString(), Long.toString(server.pid()), command)
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }
}
