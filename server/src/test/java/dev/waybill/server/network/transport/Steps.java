package dev.waybill.server.network.transport;

import dev.waybill.server.Eventually;
import dev.waybill.server.network.transport.Transport.Listener;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts how often a transport has been connected and disconnected.
final class Steps implements Listener {
    private final AtomicInteger connected = new AtomicInteger();
    private final AtomicInteger disconnected = new AtomicInteger();

    @Override
    public void connected() {
        connected.incrementAndGet();
    }

    @Override
    public void disconnected(String why) {
        disconnected.incrementAndGet();
    }

    void awaitConnected(int times) {
        Eventually.is("connected " + times + " times", () -> connected.get() >= times);
    }

    void awaitDisconnected(int times) {
        Eventually.is("disconnected " + times + " times", () -> disconnected.get() >= times);
    }
}
