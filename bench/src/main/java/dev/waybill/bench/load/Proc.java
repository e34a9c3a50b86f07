package dev.waybill.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What the kernel counts of processes, or of them and all that they started: CPU time, memory, bytes written.
public record Proc(List<Long> pids, boolean withChildren) {
    private static final Path ALL = Path.of("/proc");
    private static final double TICKS_PER_SECOND = 100;
    private static final List<Integer> OWN_TIMES = List.of(11, 12);

    /// Also those of children that have ended.
    private static final List<Integer> ALL_TIMES = List.of(11, 12, 13, 14);

    public Proc {
        pids = List.copyOf(pids);
    }

    /// Without the servers that it started.
    public static Proc self() {
        return new Proc(List.of(ProcessHandle.current().pid()), false);
    }

    public static Proc tree(long pid) {
        return new Proc(List.of(pid), true);
    }

    /// Both together, as one server that consists of them.
    public Proc and(Proc other) {
        return new Proc(Stream.concat(pids.stream(), other.pids.stream()).toList(), withChildren);
    }

    /// CPU time in microseconds since the processes began.
    public double cpuMicros() {
        List<Integer> times = withChildren ? ALL_TIMES : OWN_TIMES;
        return tree().values().stream().mapToDouble(stat -> micros(stat, times)).sum();
    }

    /// The part of it that the compilers of a JVM have taken.
    public double compilerMicros() {
        return pids.stream().mapToDouble(Proc::compilerMicros).sum();
    }

    private static double compilerMicros(long pid) {
        try (var tasks = Files.list(folder(pid).resolve("task"))) {
            return tasks.map(Proc::stat)
                    .filter(stat -> stat.contains("CompilerThre"))
                    .mapToDouble(stat -> micros(fields(stat), OWN_TIMES))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Memory that is resident, where what processes share counts once.
    public double memoryKilobytes() {
        return sum("smaps_rollup", line -> line.startsWith("Pss:"));
    }

    /// Memory that is resident, where what processes share counts for each.
    public double residentKilobytes() {
        return sum("status", line -> line.startsWith("VmRSS:"));
    }

    /// Bytes that were written to files and are to reach the disk.
    public double writtenBytes() {
        return sum("io", line -> line.startsWith("write_bytes:"));
    }

    /// CPU time in microseconds that the whole machine has spent on something.
    public static double machineMicros() {
        String line = read(ALL.resolve("stat")).lines().findFirst().orElseThrow();
        String[] fields = line.split(" +", -1);
        long busy = 0;
        for (int i = 1; i <= 8; i++) {
            busy += i == 4 || i == 5 ? 0 : Long.parseLong(fields[i]);
        }
        return busy / TICKS_PER_SECOND * 1e6;
    }

    private double sum(String file, Predicate<String> wanted) {
        double sum = 0;
        for (long each : tree().keySet()) {
            sum +=
                    readIfThere(folder(each).resolve(file))
                            .lines()
                            .filter(wanted)
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                            .sum();
        }
        return sum;
    }

    /// The processes and what descends from them, each with the fields of its `stat` after the name.
    private Map<Long, String[]> tree() {
        Map<Long, String[]> all = new HashMap<>();
        for (long pid : pids) {
            ProcessHandle.of(pid)
                    .ifPresent(
                            root -> {
                                add(all, root.pid());
                                if (withChildren) {
                                    root.descendants().forEach(each -> add(all, each.pid()));
                                }
                            });
        }
        return all;
    }

    private static void add(Map<Long, String[]> all, long pid) {
        String stat = stat(folder(pid));
        if (!stat.isEmpty()) {
            all.put(pid, fields(stat));
        }
    }

    private static Path folder(long pid) {
        return ALL.resolve(Long.toString(pid));
    }

    /// Empty for a process or thread that has just ended.
    private static String stat(Path task) {
        return readIfThere(task.resolve("stat"));
    }

    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    private static double micros(String[] fields, List<Integer> times) {
        return times.stream().mapToLong(place -> Long.parseLong(fields[place])).sum()
                / TICKS_PER_SECOND
                * 1e6;
    }

    private static String readIfThere(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException _) {
            return "";
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
