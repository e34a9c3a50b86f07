package dev.waybill.bench.run;

import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.waybill.Entry;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// What may be said on the command line, and what was.
record Options(ParseResult parsed) {
    private static final String NOBODY = "none";
    private static final Duration SHORTEST_ROUND = Duration.ofMillis(100);
    private static final int MOST_PER_SECOND = 1_000_000;
    private static final String GROWN = "W1,W2,W4";
    private static final String ALL_WAYS =
            Arrays.stream(Entry.values()).map(Entry::word).collect(Collectors.joining(","));

    static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("bench/run");
        spec.addPositional(
                PositionalParamSpec.builder()
                        .paramLabel("<workload>")
                        .type(String[].class)
                        .arity("0..*")
                        .description(
                                "W1 to W7, W7n (the network part of W7), growth; several with spaces, commas or as W1..W4. Default: all but growth.")
                        .build());
        spec.addOption(
                text(
                        "--peers",
                        "names",
                        "Who stands beside Waybill: nats, rabbitmq, redis, postgres, limit (the least a Java server can do), or none.",
                        "all that are installed"));
        spec.addOption(
                text(
                        "--ways",
                        "names",
                        "The ways into Waybill in W2: frames, sockets, batches, requests.",
                        "all"));
        spec.addOption(text("--rounds", "n", "Rounds that each takes in turn.", "5"));
        spec.addOption(text("--seconds", "n", "How long a round is; 0.1 and more.", "5"));
        spec.addOption(
                text(
                        "--warm-up",
                        "n",
                        "Seconds before, up to four times as long if slow; 0 for none.",
                        "two rounds"));
        spec.addOption(
                text("--out", "folder", "Where the report goes.", "target/runs/<time> in bench"));
        spec.addOption(
                text(
                        "--stored",
                        "n",
                        "Messages that Waybill has stored before W1 to W4; for growth several with commas.",
                        "0; growth: 10000,1000000,10000000"));
        spec.addOption(
                text(
                        "--agents",
                        "n",
                        "Recipients in W2, W4 and W5, registered agents in W1; for growth several with commas.",
                        "100; growth: 10,1000,10000"));
        spec.addOption(
                text(
                        "--members",
                        "n",
                        "Agents of the channel in W3; several with commas.",
                        "100,1000"));
        spec.addOption(text("--sessions", "n", "Sessions in W7n; several with commas.", "1,50"));
        spec.addOption(
                text(
                        "--of",
                        "workloads",
                        "What growth measures: W1, W2 and W4, and with more and more stored also W3, W5 and the calls of W7.",
                        GROWN));
        spec.addOption(text("--backlog", "n", "Deliveries that wait in W5.", "100000"));
        spec.addOption(text("--sockets", "n", "Idle sockets in W6.", "10000"));
        spec.addOption(text("--rate", "n", "Messages a second in W4.", "1000"));
        spec.addOption(
                text(
                        "--launcher",
                        "file",
                        "The launcher of the Waybill to measure.",
                        "../waybill"));
        spec.addOption(
                text(
                        "--beside",
                        "launcher",
                        "The launcher of another build of Waybill, which takes part in W1 to W6, in the first of the ways.",
                        "none"));
        spec.addOption(
                OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help and exit.")
                        .build());
        spec.usageMessage()
                .width(110)
                .description("Measures Waybill beside its peers; docs/benchmarks.md explains.")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  bench/run W1",
                        "  bench/run W1..W5 --peers redis,nats --rounds 7 --seconds 10 --out /tmp/report",
                        "  bench/run W4 --peers none --stored 1000000 --agents 1000",
                        "  bench/run W2 --peers none --beside ../before/waybill",
                        "  bench/run growth --stored 10000,1000000 --agents 10,1000",
                        "  bench/run growth --of W3,W5,W7 --stored 10000,1000000");
        return spec;
    }

    private static OptionSpec text(String name, String label, String words, String otherwise) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel("<" + label + ">")
                .description(words + " Default: " + otherwise + ".")
                .build();
    }

    private List<String> workloads() {
        return Arrays.stream(parsed.matchedPositionalValue(0, new String[0]))
                .flatMap(word -> Arrays.stream(word.split(",", -1)))
                .toList();
    }

    Set<Workloads> wanted() {
        return Workloads.named(workloads())
                .orElseThrow(() -> wrong("workloads are " + Workloads.names()));
    }

    Set<Peer> peers() {
        String names = value("--peers", "");
        Set<Peer> peers = EnumSet.noneOf(Peer.class);
        if (names.isEmpty()) {
            return EnumSet.allOf(Peer.class);
        }
        for (String name : names.equals(NOBODY) ? new String[0] : names.split(",", -1)) {
            peers.add(
                    Peer.named(name)
                            .orElseThrow(
                                    () -> wrong("'%s' is none of %s".formatted(name, allPeers()))));
        }
        return peers;
    }

    Set<Entry> ways() {
        Set<Entry> ways = EnumSet.noneOf(Entry.class);
        for (String name : value("--ways", ALL_WAYS).split(",", -1)) {
            ways.add(
                    Entry.named(name)
                            .orElseThrow(
                                    () -> wrong("'%s' is none of %s".formatted(name, ALL_WAYS))));
        }
        return ways;
    }

    Set<Workloads> grown() {
        String words = value("--of", GROWN);
        return Workloads.named(List.of(words.split(",", -1)))
                .filter(Growth.STORED::containsAll)
                .orElseThrow(
                        () -> wrong("--of: '%s' is not among %s".formatted(words, Growth.STORED)));
    }

    private static String allPeers() {
        return Arrays.stream(Peer.values()).map(Peer::title).collect(Collectors.joining(", "));
    }

    Rounds rounds() {
        Duration length = seconds("--seconds", Duration.ofSeconds(5));
        if (length.compareTo(SHORTEST_ROUND) < 0) {
            throw wrong("--seconds: '" + value("--seconds", "") + "' is too short for a round");
        }
        return new Rounds(
                seconds("--warm-up", length.multipliedBy(2)), length, number("--rounds", 5));
    }

    Sizes sizes(boolean growing) {
        int rate = number("--rate", 1000);
        if (rate > MOST_PER_SECOND) {
            throw wrong("--rate: '" + rate + "' is more than can be sent in a second");
        }
        return new Sizes(
                numbers("--stored", growing ? "10000,1000000,10000000" : "0", 0),
                integers("--agents", growing ? "10,1000,10000" : "100"),
                integers("--members", "100,1000"),
                integers("--sessions", "1,50"),
                number("--backlog", 100_000),
                number("--sockets", 10_000),
                rate);
    }

    /// Refuses what makes no sense before anything is begun.
    void check() {
        List<Object> _ =
                List.of(wanted(), peers(), ways(), grown(), rounds(), sizes(false), sizes(true));
        checkProgram("--launcher", launcher());
        beside().ifPresent(launcher -> checkProgram("--beside", launcher));
        out().ifPresent(this::checkWritable);
    }

    private void checkProgram(String option, Path file) {
        if (Files.isDirectory(file) || !Files.isExecutable(file)) {
            throw wrong(option + ": there is no program " + file.toAbsolutePath().normalize());
        }
    }

    private void checkWritable(Path folder) {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw wrong("--out: nothing can be written to " + there);
        }
    }

    Optional<Path> out() {
        return path("--out");
    }

    Path launcher() {
        return path("--launcher").orElse(Path.of("../waybill"));
    }

    Optional<Path> beside() {
        return path("--beside");
    }

    /// The script changes the folder; what people write is meant from where they are.
    private Optional<Path> path(String option) {
        String given = value(option, "");
        return given.isEmpty()
                ? Optional.empty()
                : Optional.of(Path.of(System.getProperty("bench.from", "")).resolve(given));
    }

    ParameterException wrong(String words) {
        return new ParameterException(parsed.commandSpec().commandLine(), words);
    }

    private String value(String option, String otherwise) {
        return parsed.matchedOptionValue(option, otherwise);
    }

    private int number(String option, int otherwise) {
        return integers(option, Integer.toString(otherwise)).getFirst();
    }

    private List<Integer> integers(String option, String otherwise) {
        List<Long> numbers = numbers(option, otherwise, 1);
        if (numbers.stream().anyMatch(number -> number > Integer.MAX_VALUE)) {
            throw wrong(option + ": '" + value(option, otherwise) + "' is too much");
        }
        return numbers.stream().map(Long::intValue).toList();
    }

    private List<Long> numbers(String option, String otherwise, long least) {
        String given = value(option, otherwise);
        try {
            List<Long> numbers = Arrays.stream(given.split(",", -1)).map(Long::parseLong).toList();
            if (numbers.stream().anyMatch(number -> number < least)) {
                throw wrong(option + ": '" + given + "' is less than " + least);
            }
            return numbers;
        } catch (NumberFormatException _) {
            throw wrong(option + ": '" + given + "' is not a number");
        }
    }

    private Duration seconds(String option, Duration otherwise) {
        String given = value(option, "");
        if (given.isEmpty()) {
            return otherwise;
        }
        try {
            long millis = new BigDecimal(given).movePointRight(3).longValueExact();
            if (millis >= 0) {
                return Duration.ofMillis(millis);
            }
        } catch (NumberFormatException _) {
            throw wrong(option + ": '" + given + "' is not a number");
        } catch (ArithmeticException _) {
            // said below
        }
        throw wrong(option + ": '" + given + "' is no number of seconds");
    }
}
