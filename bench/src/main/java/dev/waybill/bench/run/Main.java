package dev.waybill.bench.run;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.process.AtExit;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.report.Facts;
import dev.waybill.bench.report.Report;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// `bench/run`: measures Waybill beside its peers.
public final class Main {
    private static final Path SCRATCH = Path.of("target");
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private final Programs programs;
    private final PrintStream out;

    Main(Programs programs, PrintStream out) {
        this.programs = programs;
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        System.exit(new Main(Programs.ofMachine(), System.out).run(args)); // clients leave threads
    }

    /// Gives what is told to the shell.
    int run(String... args) throws Exception {
        CommandLine line = new CommandLine(Options.spec());
        try {
            Options options = new Options(line.parseArgs(args));
            if (line.isUsageHelpRequested()) {
                line.usage(out);
                return 0;
            }
            return measure(options) ? 0 : FAILED;
        } catch (ParameterException e) {
            System.err.println("bench/run: " + e.getMessage() + "; see bench/run --help");
            return MISUSED;
        }
    }

    /// False when something could not be measured; the rest is told all the same.
    private boolean measure(Options options) throws Exception {
        Set<Workloads> wanted =
                Workloads.named(options.workloads())
                        .orElseThrow(() -> options.wrong("workloads are " + Workloads.names()));
        Party party = new Party(programs, options.peers(), options.launcher(), options.beside());
        party.absent().forEach(System.err::println);
        Files.createDirectories(SCRATCH);
        Path folder = Files.createTempDirectory(SCRATCH.toAbsolutePath(), "bench-run");
        // Others have to get through to what is theirs below it.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Facts facts = facts(options, folder);
        List<Result> results = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Ending ending = new Ending(Thread.currentThread());
        AtExit atExit = new AtExit("end-run", ending::begin);
        try {
            for (Workloads workloads : wanted) {
                Sizes sizes = options.sizes(workloads == Workloads.GROWTH);
                Bench bench = new Bench(folder, options.rounds(), party, sizes, options.ways());
                for (Workload workload : workloads.parts(sizes)) {
                    ending.check();
                    System.err.println(workloads);
                    results.addAll(run(workload, workloads.name(), bench, failed));
                }
            }
        } finally {
            try {
                Folder.delete(folder);
            } finally {
                ending.done();
                atExit.close();
            }
        }
        List<String> missing = new ArrayList<>(party.absent());
        missing.addAll(failed);
        Report report = new Report(facts, party.known(), missing, results);
        Path where = options.out().orElse(SCRATCH.resolve("runs").resolve(now()));
        report.write(where);
        out.println(report.text());
        out.println("report.txt, report.json and report.html are in " + where.toAbsolutePath());
        return failed.isEmpty();
    }

    private static List<Result> run(
            Workload workload, String name, Bench bench, List<String> failed) {
        try {
            return workload.run(bench);
        } catch (Exception e) {
            failed.add(name + " was not measured: " + reasons(e));
            System.err.println(failed.getLast());
            return List.of();
        }
    }

    /// All of them: what failed first is often what counts.
    private static String reasons(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .map(Throwable::toString)
                .collect(Collectors.joining(", because of "));
    }

    private static Facts facts(Options options, Path folder) throws Exception {
        return Facts.ofMachine(folder)
                .put("commit", System.getProperty("bench.commit", "unknown"))
                .put(
                        "rounds",
                        "%d of %d s, after a warm-up"
                                .formatted(
                                        options.rounds().count(),
                                        options.rounds().length().toSeconds()))
                .put("asked for", String.join(" ", options.parsed().originalArgs()));
    }

    private static String now() {
        return LocalDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
    }
}
