package dev.waybill.bench.run;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.load.Result;
import dev.waybill.bench.process.AtExit;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.report.Facts;
import dev.waybill.bench.report.Report;
import java.io.IOException;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// `bench/run`: measures Waybill beside its peers.
public final class Main {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int STOPPED = 130;

    private final Programs programs;
    private final PrintStream out;
    private final Path scratch;

    /// @param scratch where data lies while it is measured, and reports go that nobody wants elsewhere
    Main(Programs programs, PrintStream out, Path scratch) {
        this.programs = programs;
        this.out = out;
        this.scratch = scratch;
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main(Programs.ofMachine(), System.out, Path.of("target"));
        System.exit(main.run(args)); // clients leave threads
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
        } catch (InterruptedException _) {
            return STOPPED;
        }
    }

    /// False when something could not be measured; the rest is told all the same.
    private boolean measure(Options options) throws Exception {
        options.check();
        Party party = new Party(programs, options.peers(), options.launcher(), options.beside());
        party.absent().forEach(System.err::println);
        Files.createDirectories(scratch);
        Path folder = Files.createTempDirectory(scratch.toAbsolutePath(), "bench-run");
        // Others have to get through to what is theirs below it.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<Result> results = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        Ending ending = new Ending(Thread.currentThread());
        AtExit atExit = new AtExit("end-run", ending::begin);
        Facts facts;
        try {
            facts = facts(options, folder);
            for (Workloads workloads : options.wanted()) {
                Sizes sizes = options.sizes(workloads == Workloads.GROWTH);
                Bench bench =
                        new Bench(
                                folder,
                                options.rounds(),
                                party,
                                sizes,
                                options.ways(),
                                options.grown());
                for (Workload workload : workloads.parts(sizes)) {
                    ending.check();
                    System.err.println(workloads);
                    results.addAll(run(workload, workloads.name(), bench, failed));
                }
            }
            ending.check();
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
        boolean written = tell(options, new Report(facts, party.known(), missing, results));
        return written && failed.isEmpty();
    }

    /// What was measured is said also when it cannot be written.
    private boolean tell(Options options, Report report) {
        Path where = options.out().orElse(scratch.resolve("runs").resolve(now()));
        out.println(report.text());
        try {
            report.write(where);
        } catch (IOException e) {
            System.err.println("bench/run: the report could not be written: " + e);
            return false;
        }
        out.println("report.txt, report.json and report.html are in " + where.toAbsolutePath());
        return true;
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
                        "%d of %s s, after a warm-up of %s s and more"
                                .formatted(
                                        options.rounds().count(),
                                        options.rounds().length().toMillis() / 1e3,
                                        options.rounds().warmUp().toMillis() / 1e3))
                .put(
                        "latencies",
                        "of W4 and of calls at a fixed rate from when each was due (open loop), all others from when it was sent (closed loop)")
                .put("asked for", String.join(" ", options.parsed().originalArgs()));
    }

    private static String now() {
        return LocalDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss"));
    }
}
