package dev.waybill.server.delivery;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What goes out on a line beside the sequence. It is kept nowhere else, and not for a session that does not read.
final class Asides {
    private static final Logger LOG = LoggerFactory.getLogger(Asides.class);

    /// Many commits may tell a session something before its line gets its turn.
    private static final int MOST = 4096;

    private final Addressee agent;
    private final Channel channel;
    private final BlockingQueue<Aside> waiting = new LinkedBlockingQueue<>(MOST);

    private sealed interface Aside {
        record Said(Signal signal) implements Aside {}

        record Changed(ContextUpdate update) implements Aside {}
    }

    Asides(Addressee agent, Channel channel) {
        this.agent = agent;
        this.channel = channel;
    }

    void add(Signal signal) {
        add(new Aside.Said(signal));
    }

    void add(ContextUpdate update) {
        add(new Aside.Changed(update));
    }

    /// Sends what waits; false when the way is gone.
    boolean send() throws InterruptedException {
        for (Aside next = waiting.poll(); next != null; next = waiting.poll()) {
            boolean sent =
                    switch (next) {
                        case Aside.Said(var signal) -> channel.signal(agent, signal);
                        case Aside.Changed(var update) -> channel.update(agent, update);
                    };
            if (!sent) {
                return false;
            }
        }
        return true;
    }

    private void add(Aside aside) {
        if (!waiting.offer(aside)) {
            // Whoever connects again is told anew of what matters.
            LOG.atWarn()
                    .addKeyValue("agent", agent.id())
                    .log("A session does not read what it is told and is closed");
            channel.abandon();
        }
    }
}
