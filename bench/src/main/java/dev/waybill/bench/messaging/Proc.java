package dev.waybill.bench.messaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel counts: CPU time of a process, its memory, and how busy the machine is.
record Proc(long pid) {
    private static final double TICKS_PER_SECOND = 100;
    private static final int USER = 11;
    private static final int SYSTEM = 12;

    /// CPU time in microseconds since the process began.
    double cpuMicros() {
        return cpuMicros(stat(Path.of("/proc/" + pid)));
    }

    /// The part of it that the compilers of the JVM have taken.
    double compilerMicros() {
        try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.map(Proc::stat)
                    .filter(stat -> stat.contains("CompilerThre"))
                    .mapToDouble(Proc::cpuMicros)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    double residentKilobytes() {
        return read(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                .sum();
    }

    /// CPU time in microseconds that the whole machine has spent on something.
    static double machineMicros() {
        String[] fields =
                read(Path.of("/proc/stat")).lines().findFirst().orElseThrow().split(" +", -1);
        long busy = 0;
        for (int i = 1; i <= 8; i++) {
            busy += i == 4 || i == 5 ? 0 : Long.parseLong(fields[i]);
        }
        return busy / TICKS_PER_SECOND * 1e6;
    }

    /// Empty for a thread that has just ended.
    private static String stat(Path task) {
        try {
            return Files.readString(task.resolve("stat"));
        } catch (IOException _) {
            return "";
        }
    }

    private static double cpuMicros(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]))
                / TICKS_PER_SECOND
                * 1e6;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
