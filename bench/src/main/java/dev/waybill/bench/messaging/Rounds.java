package dev.waybill.bench.messaging;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/// How long and how often is measured, while the load goes on.
record Rounds(Duration warmUp, Duration length, int count) {
    /// The server is warm after as many, however slow the machine is; but a slow workload is not waited for.
    private static final int WARM_AFTER = 100_000;

    private static final int LONGEST_WARM_UP = 4;

    /// What is counted as done, and how it is called.
    record Counted(String unit, LongSupplier done) {}

    Row measure(Row row, Stage stage, Counted counted, InFlight inFlight)
            throws IOException, InterruptedException {
        Disk disk = new Disk(stage.folder());
        Proc server = stage.process();
        Proc client = new Proc(ProcessHandle.current().pid());
        warmUp(counted);
        for (int round = 1; round <= count; round++) {
            inFlight.toAgent();
            inFlight.toLast();
            long before = counted.done().getAsLong();
            double serverBefore = server.cpuMicros();
            double compilerBefore = server.compilerMicros();
            double clientBefore = client.cpuMicros();
            double machineBefore = Proc.machineMicros();
            long start = System.nanoTime();
            Thread.sleep(length);
            double micros = (System.nanoTime() - start) / 1e3;
            double done = Math.max(1, counted.done().getAsLong() - before);
            double serverCpu = server.cpuMicros() - serverBefore;
            double clientCpu = client.cpuMicros() - clientBefore;
            row.add(counted.unit() + "/s", done / micros * 1e6);
            row.add("server µs each", serverCpu / done);
            row.add("of it JIT", (server.compilerMicros() - compilerBefore) / done);
            row.add("client µs each", clientCpu / done);
            latencies(row, "to agent", inFlight.toAgent());
            latencies(row, "to last", inFlight.toLast());
            row.add(
                    "others' cores",
                    Math.max(0, Proc.machineMicros() - machineBefore - serverCpu - clientCpu)
                            / micros);
            System.err.printf(
                    "%s %s, round %d of %d: %,.0f %s/s%n",
                    row.workload(), row.what(), round, count, done / micros * 1e6, counted.unit());
        }
        row.add("faults", inFlight.faults());
        row.add("bare fsyncs/s", disk.appendsPerSecond());
        return row;
    }

    /// The same for something that is done in this process, without a server.
    Row alone(Row row, Counted counted) throws InterruptedException {
        Proc self = new Proc(ProcessHandle.current().pid());
        warmUp(counted);
        for (int round = 1; round <= count; round++) {
            long before = counted.done().getAsLong();
            double cpuBefore = self.cpuMicros();
            double compilerBefore = self.compilerMicros();
            long start = System.nanoTime();
            Thread.sleep(length);
            double micros = (System.nanoTime() - start) / 1e3;
            double done = Math.max(1, counted.done().getAsLong() - before);
            row.add(counted.unit() + "/s", done / micros * 1e6);
            row.add("µs each", (self.cpuMicros() - cpuBefore) / done);
            row.add("of it JIT", (self.compilerMicros() - compilerBefore) / done);
        }
        return row;
    }

    private void warmUp(Counted counted) throws InterruptedException {
        long start = System.nanoTime();
        int lengths = 0;
        while (lengths == 0
                || (counted.done().getAsLong() < WARM_AFTER && lengths < LONGEST_WARM_UP)) {
            Thread.sleep(warmUp);
            lengths++;
        }
        System.err.printf(
                "%,d done in the warm-up of %d s%n",
                counted.done().getAsLong(), (System.nanoTime() - start) / 1_000_000_000);
    }

    private static void latencies(Row row, String what, Histogram micros) {
        row.add(what + " p50 ms", micros.getValueAtPercentile(50) / 1e3);
        row.add(what + " p99 ms", micros.getValueAtPercentile(99) / 1e3);
        row.add(what + " p99.9 ms", micros.getValueAtPercentile(99.9) / 1e3);
    }
}
