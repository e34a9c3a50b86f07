package dev.waybill.faults;

import dev.waybill.faults.World.Person;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import dev.waybill.sdk.RelayOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/// Clients that use the SDK, each through a door of its own that counts how often it comes.
final class Patrons implements AutoCloseable {
    /// No test has the time for half a minute between two attempts.
    private static final RelayOptions PATIENT =
            RelayOptions.DEFAULTS
                    .withPauses(RelayOptions.DEFAULTS.shortestPause(), Duration.ofSeconds(4))
                    .withRequestTimeout(Duration.ofMinutes(2));

    private final List<Turnstile> doors = new ArrayList<>();
    private final List<RelayAgent> agents = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger served = new AtomicInteger();
    private final String correspondent;

    /// Numbered from a number on; they write to somebody.
    Patrons(IntSupplier port, List<Person> people, Attempts attempts, int from, Person to) {
        this.correspondent = "@" + to.name();
        for (int i = 0; i < people.size(); i++) {
            int number = from + i;
            Turnstile door = new Turnstile(port, () -> attempts.note(number));
            doors.add(door);
            agents.add(Relay.connectAgent(door.url(), people.get(i).token(), PATIENT));
        }
    }

    /// Each sends something; over as many connections as that takes.
    void send(String text) {
        served.set(0);
        for (RelayAgent agent : agents) {
            threads.execute(
                    () -> {
                        agent.send(correspondent, text);
                        served.incrementAndGet();
                    });
        }
    }

    /// What each sent is there.
    boolean served() {
        return served.get() == agents.size();
    }

    @Override
    public void close() {
        agents.forEach(RelayAgent::close);
        doors.forEach(Turnstile::close);
        threads.shutdownNow();
    }
}
