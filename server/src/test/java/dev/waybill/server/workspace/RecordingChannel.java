package dev.waybill.server.workspace;

import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.QuietChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Keeps the context updates an agent was sent.
final class RecordingChannel extends QuietChannel {
    private final BlockingQueue<ContextUpdate> updates = new LinkedBlockingQueue<>();

    /// The next update as its topic, event and data; waits for it.
    String next() throws InterruptedException {
        ContextUpdate update = updates.poll(20, TimeUnit.SECONDS);
        return update == null
                ? "nothing"
                : update.topic().wire() + " " + update.event() + " " + update.data();
    }

    @Override
    public boolean update(Addressee agent, ContextUpdate update) {
        return updates.add(update);
    }
}
