package dev.waybill.bench.load;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/// How long and how often is measured, while the load goes on. What happens before, to warm up, is not counted.
public record Rounds(Duration warmUp, Duration length, int count) {
    /// A server is warm after as many, however slow the machine is; but a slow workload is not waited for.
    private static final int WARM_AFTER = 100_000;

    private static final int LONGEST_WARM_UP = 4;

    /// The part of a round for which a load is let run before.
    private static final int RAMP = 5;

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_REST = Duration.ofSeconds(20);

    /// After so many lengths of a round nobody rests any longer.
    private static final int LONGEST_REST_OF_ROUNDS = 10;

    /// The part of a core that a server may use and still be at rest.
    private static final double AT_REST = 0.08;

    /// What is counted as done, and how it is called.
    public record Counted(String unit, LongSupplier done) {
        public String rate() {
            return unit + "/s";
        }
    }

    private void warmUp(Counted counted) throws InterruptedException {
        int lengths = 0;
        while (lengths == 0
                || (counted.done().getAsLong() < WARM_AFTER && lengths < LONGEST_WARM_UP)) {
            Thread.sleep(warmUp);
            lengths++;
        }
    }

    /// Lets a load run until it is warm.
    public void warmUp(Counted counted, Load load) throws InterruptedException {
        load.resume();
        warmUp(counted);
        load.pause();
    }

    /// Warms up, and takes all rounds one after the other.
    public Row all(Row row, Proc server, Counted counted, Load load) throws InterruptedException {
        warmUp(counted, load);
        for (int round = 0; round < count; round++) {
            take(row, server, counted, load);
        }
        return row.add("faults", load.inFlight().faults());
    }

    /// Resumes a load for one round and tells how much was done. The load pauses before latencies are read, so that they are
    /// those of everything that was to be sent in the round.
    public double take(Row row, Proc server, Counted counted, Load load)
            throws InterruptedException {
        load.resume();
        Thread.sleep(length.dividedBy(RAMP));
        double done = round(row, server, counted, load.inFlight());
        load.pause();
        latencies(row, load.inFlight());
        return done;
    }

    private double round(Row row, Proc server, Counted counted, InFlight inFlight)
            throws InterruptedException {
        // To read how much memory a large process holds keeps a core busy for some milliseconds.
        Reading before = Reading.of(server, counted);
        inFlight.watch();
        Thread.sleep(length);
        inFlight.watchNoMore();
        Reading after = Reading.of(server, counted);
        double micros = (after.nanos - before.nanos) / 1e3;
        double done = Math.max(1, after.done - before.done);
        double serverCpu = after.serverCpu - before.serverCpu;
        double clientCpu = after.clientCpu - before.clientCpu;
        row.add(counted.rate(), done / micros * 1e6);
        row.add("server µs each", serverCpu / done);
        row.add("of it JIT", (after.compilers - before.compilers) / done);
        row.add("client µs each", clientCpu / done);
        row.add("memory MB", after.memory / 1024);
        row.add("memory grown, B each", (after.memory - before.memory) * 1024 / done);
        row.add("written, B each", (after.written - before.written) / done);
        row.add(
                "others' cores",
                Math.max(0, after.machine - before.machine - serverCpu - clientCpu) / micros);
        System.err.printf(
                "    %s: %,.0f %s%n", row.contender(), done / micros * 1e6, counted.rate());
        return done;
    }

    /// Waits until the server has done what it had put off, so that the next one has the machine for itself, though not for
    /// long after rounds that are short; tells what that took, in microseconds of CPU.
    public double rest(Proc server) throws InterruptedException {
        Duration pause = shorter(length, LONGEST_PAUSE);
        Duration longest = shorter(length.multipliedBy(LONGEST_REST_OF_ROUNDS), LONGEST_REST);
        double began = server.cpuMicros();
        double before = began;
        for (long left = longest.dividedBy(pause); left > 0; left--) {
            Thread.sleep(pause);
            double now = server.cpuMicros();
            if (now - before < AT_REST * pause.toNanos() / 1e3) {
                return now - began;
            }
            before = now;
        }
        return before - began;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /// The same for something that is done in this process, without a server.
    public Row alone(Row row, Counted counted) throws InterruptedException {
        return alone(row, Proc.self(), counted);
    }

    /// The same for something that is counted and nothing else.
    public Row alone(Row row, Proc server, Counted counted) throws InterruptedException {
        warmUp(counted);
        for (int round = 0; round < count; round++) {
            Reading before = Reading.of(server, counted);
            Thread.sleep(length);
            Reading after = Reading.of(server, counted);
            double done = Math.max(1, after.done - before.done);
            row.add(counted.rate(), done / (after.nanos - before.nanos) * 1e9);
            row.add("server µs each", (after.serverCpu - before.serverCpu) / done);
            row.add("of it JIT", (after.compilers - before.compilers) / done);
        }
        return row;
    }

    private static void latencies(Row row, InFlight inFlight) {
        latencies(row, "to agent", inFlight.toAgent());
        latencies(row, "to last", inFlight.toLast());
    }

    private static void latencies(Row row, String what, Histogram micros) {
        row.add(what + " p50 ms", micros.getValueAtPercentile(50) / 1e3);
        row.add(what + " p99 ms", micros.getValueAtPercentile(99) / 1e3);
        row.add(what + " p99.9 ms", micros.getValueAtPercentile(99.9) / 1e3);
    }

    /// All counters at one moment.
    private record Reading(
            double done,
            double serverCpu,
            double compilers,
            double clientCpu,
            double machine,
            double memory,
            double written,
            double nanos) {
        static Reading of(Proc server, Counted counted) {
            double memory = server.memoryKilobytes();
            return new Reading(
                    counted.done().getAsLong(),
                    server.cpuMicros(),
                    server.compilerMicros(),
                    Proc.self().cpuMicros(),
                    Proc.machineMicros(),
                    memory,
                    server.writtenBytes(),
                    System.nanoTime());
        }
    }
}
