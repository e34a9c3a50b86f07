package dev.waybill.cli.bench;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.remote.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/// The two parts of a run: as many messages as come to their end, then few enough that each can be quick.
final class Measuring {
    private static final int WINDOW = 32;
    private static final int DRAIN_SECONDS = 30;

    private final Session session;
    private final Field field;
    private final Duration length;
    private final int rate;

    Measuring(Session session, Field field, Duration length, int rate) {
        this.session = session;
        this.field = field;
        this.length = length;
        this.rate = rate;
    }

    Outcome run(String name) {
        try {
            Outcome.Throughput most = most();
            Outcome.Latency steady = steady();
            failOnFaults();
            return new Outcome(
                    session.access().url(),
                    name,
                    length.toSeconds(),
                    field.flight().begun(),
                    most,
                    rate,
                    steady);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILURE, "interrupted");
        }
    }

    /// Each sender has a number of messages under way; the first third warms up and is not counted.
    private Outcome.Throughput most() throws InterruptedException {
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < Field.SENDERS; i++) {
            int sender = i;
            senders.add(Thread.ofVirtual().name("bench-" + i).start(() -> sendOn(sender)));
        }
        Flight flight = field.flight();
        wait("warming up", length.dividedBy(3));
        flight.toConfirm();
        long sent = flight.confirmed();
        long delivered = flight.delivered();
        long start = System.nanoTime();
        wait("as many as it takes", length);
        double seconds = (System.nanoTime() - start) / 1e9;
        Outcome.Throughput most =
                new Outcome.Throughput(
                        (flight.confirmed() - sent) / seconds,
                        (flight.delivered() - delivered) / seconds,
                        Outcome.Spread.of(flight.toConfirm()));
        senders.forEach(Thread::interrupt);
        for (Thread sender : senders) {
            sender.join();
        }
        drain();
        return most;
    }

    private void sendOn(int sender) {
        Semaphore window = new Semaphore(WINDOW);
        try {
            while (true) {
                window.acquire();
                field.send(sender, System.nanoTime(), window);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Messages leave when they are due, whatever became of those before; what is late is late from when it was due.
    private Outcome.Latency steady() throws InterruptedException {
        Flight flight = field.flight();
        flight.toAgent();
        flight.toConfirm();
        Thread clock = Thread.ofPlatform().name("bench-clock").start(this::sendSteadily);
        wait(String.format(Locale.ROOT, "%,d messages/s", rate), length);
        clock.join();
        drain();
        return new Outcome.Latency(
                Outcome.Spread.of(flight.toAgent()), Outcome.Spread.of(flight.toConfirm()));
    }

    /// All that is due in that time, also where the machine lets it be late, unless something goes wrong.
    private void sendSteadily() {
        long start = System.nanoTime();
        long count = length.toSeconds() * rate;
        for (long number = 0; number < count && field.flight().faults() == 0; number++) {
            long due = start + number * 1_000_000_000 / rate;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            field.send((int) (number % Field.SENDERS), due, null);
        }
    }

    private void drain() throws InterruptedException {
        failOnFaults();
        if (!field.flight().drain(DRAIN_SECONDS)) {
            field.flight().fault("some messages did not arrive within " + DRAIN_SECONDS + " s");
        }
        failOnFaults();
    }

    private void failOnFaults() {
        if (field.flight().faults() > 0) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "%d things went wrong, the first of them: %s"
                            .formatted(field.flight().faults(), field.flight().firstFault()));
        }
    }

    /// Says once a second how far it is, where somebody watches. Ends early where something went wrong.
    private void wait(String what, Duration time) throws InterruptedException {
        boolean watched = session.terminal().colours();
        long seconds = Math.max(1, time.toSeconds());
        if (!watched) {
            session.terminal().err().println(what + ", " + seconds + " s");
        }
        for (long second = 0; second < seconds && field.flight().faults() == 0; second++) {
            long before = field.flight().confirmed();
            Thread.sleep(Duration.ofSeconds(1));
            if (watched) {
                session.terminal()
                        .err()
                        .printf(
                                Locale.ROOT,
                                "\r\u001b[K%s: %d of %d s, %,d sends/s",
                                what,
                                second + 1,
                                seconds,
                                field.flight().confirmed() - before);
            }
        }
        if (watched) {
            session.terminal().err().print("\r\u001b[K");
        }
    }
}
