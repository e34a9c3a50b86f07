package dev.waybill.bench.run;

import dev.waybill.bench.load.Folder;
import dev.waybill.bench.load.Result;
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
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/// `bench/run`: measures Waybill beside its peers.
public final class Main {
    private static final Path SCRATCH = Path.of("target");
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
            measure(options);
            return 0;
        } catch (ParameterException e) {
            System.err.println("bench/run: " + e.getMessage() + "; see bench/run --help");
            return MISUSED;
        }
    }

    private void measure(Options options) throws Exception {
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
        try {
            for (Workloads workloads : wanted) {
                Sizes sizes = options.sizes(workloads == Workloads.GROWTH);
                Bench bench = new Bench(folder, options.rounds(), party, sizes);
                for (Workload workload : workloads.parts(sizes)) {
                    System.err.println(workloads);
                    results.addAll(workload.run(bench));
                }
            }
        } finally {
            Folder.delete(folder);
        }
        Report report = new Report(facts, party.known(), party.absent(), results);
        Path where = options.out().orElse(SCRATCH.resolve("runs").resolve(now()));
        report.write(where);
        out.println(report.text());
        out.println("report.txt, report.json and report.html are in " + where.toAbsolutePath());
    }

    private static Facts facts(Options options, Path folder) throws Exception {
        return Facts.ofMachine(folder)
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
