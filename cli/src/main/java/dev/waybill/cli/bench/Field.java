package dev.waybill.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A few senders and the agents that they write to, all connected.
final class Field implements AutoCloseable {
    static final int SENDERS = 4;
    static final int AGENTS = 10;

    private final List<BenchSocket> senders = new ArrayList<>();
    private final List<BenchSocket> listeners = new ArrayList<>();
    private final List<String> agents = new ArrayList<>();
    private final Flight flight = new Flight();
    private final AtomicLong turns = new AtomicLong();

    private Field() {}

    static Field open(Ground ground) {
        Field field = new Field();
        for (int i = 1; i <= AGENTS; i++) {
            Ground.Member agent = ground.register("agent-" + i);
            field.agents.add(agent.name());
            field.listeners.add(BenchSocket.open(ground.server(), agent.token(), field.flight));
        }
        for (int i = 1; i <= SENDERS; i++) {
            Ground.Member sender = ground.register("sender-" + i);
            field.senders.add(BenchSocket.open(ground.server(), sender.token(), field.flight));
        }
        return field;
    }

    Flight flight() {
        return flight;
    }

    /// Sends a message to the agent whose turn it is; it counts from that moment.
    void send(int sender, long nanos, @Nullable Semaphore window) {
        long number = flight.begin(nanos, window);
        String to = agents.get((int) (turns.getAndIncrement() % AGENTS));
        senders.get(sender)
                .send(
                        "{\"v\":1,\"id\":\"%d\",\"type\":\"message.send\",\"to\":\"%s\",\"text\":\"%s\"}"
                                .formatted(number, to, BenchText.of(number)));
    }

    @Override
    public void close() {
        senders.forEach(BenchSocket::close);
        listeners.forEach(BenchSocket::close);
    }
}
