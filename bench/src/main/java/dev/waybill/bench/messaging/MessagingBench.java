package dev.waybill.bench.messaging;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `bench/messaging [workloads] [seconds-per-round] [rounds]`: W1 to W7 and W7n against the built server.
public final class MessagingBench {
    private static final List<Workload> ALL =
            List.of(
                    OneToOne.single(),
                    OneToOne.many(),
                    new FanOut(),
                    new OpenLoop(),
                    new CatchUp(),
                    new IdleSockets(),
                    new Invocations(),
                    new NetworkIngress());

    private MessagingBench() {}

    public static void main(String[] args) throws Exception {
        Set<String> wanted =
                args.length > 0 && !args[0].equals("all")
                        ? Set.of(args[0].split(",", -1))
                        : Set.of();
        Duration length = Duration.ofSeconds(args.length > 1 ? Long.parseLong(args[1]) : 5);
        int count = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        Rounds rounds = new Rounds(length.multipliedBy(2), length, count);
        Path folder = Files.createTempDirectory(Path.of("target"), "bench-messaging");
        List<Row> rows = new ArrayList<>();
        try {
            for (Workload workload : ALL) {
                if (wanted.isEmpty() || wanted.contains(workload.name())) {
                    rows.addAll(workload.run(folder, rounds));
                }
            }
        } finally {
            Files.deleteIfExists(folder);
        }
        Report report = new Report(rows);
        System.out.println(report.text());
        System.out.println(report.json());
        System.exit(0);
    }
}
