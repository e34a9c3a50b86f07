package dev.waybill.bench.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// W6: sockets of agents that say nothing.
record IdleSockets(String name, int count) implements Workload {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    IdleSockets() {
        this("W6", 10_000);
    }

    @Override
    public List<Row> run(Path folder, Rounds rounds) throws Exception {
        Row row = new Row(name, "%,d idle sockets".formatted(count));
        try (Stage stage = Stage.open(folder, Map.of())) {
            List<Api.Agent> agents = stage.api().agents("agent-", count);
            double heap = heapKilobytes(stage);
            double resident = stage.process().residentKilobytes();
            long start = System.nanoTime();
            List<Node> nodes = Recipients.direct(stage, agents, _ -> {});
            row.add("connected/s", count * 1e9 / (System.nanoTime() - start));
            Thread.sleep(Duration.ofSeconds(5));
            row.add("heap KB each", (heapKilobytes(stage) - heap) / count);
            row.add("RSS KB each", (stage.process().residentKilobytes() - resident) / count);
            for (int round = 0; round < rounds.count(); round++) {
                double cpu = stage.process().cpuMicros();
                Thread.sleep(rounds.length());
                row.add(
                        "% of a core at rest",
                        (stage.process().cpuMicros() - cpu) / (rounds.length().toMillis() * 10.0));
            }
            row.add("still open", nodes.stream().filter(node -> node.socket().isOpen()).count());
            row.add("RSS MB in all", stage.process().residentKilobytes() / 1024);
        }
        return List.of(row);
    }

    private static double heapKilobytes(Stage stage) throws IOException {
        jcmd(stage, "GC.run");
        Matcher used = USED.matcher(jcmd(stage, "GC.heap_info"));
        if (!used.find()) {
            throw new IOException("jcmd does not tell the heap");
        }
        return Double.parseDouble(used.group(1));
    }

    private static String jcmd(Stage stage, String command) throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process =
                new ProcessBuilder(jcmd.toString(), Long.toString(stage.server().pid()), command)
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), UTF_8);
    }
}
