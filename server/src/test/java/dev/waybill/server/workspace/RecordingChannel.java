package dev.waybill.server.workspace;

import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.Channel;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.Signal;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Keeps the context updates an agent was sent.
final class RecordingChannel implements Channel {
    private final BlockingQueue<ContextUpdate> updates = new LinkedBlockingQueue<>();

    /// The next update as its topic, event and data; waits for it.
    String next() throws InterruptedException {
        ContextUpdate update = updates.poll(20, TimeUnit.SECONDS);
        return update == null
                ? "nothing"
                : update.topic().wire() + " " + update.event() + " " + update.data();
    }

    @Override
    public boolean deliver(Addressee agent, long number, Item.Letter letter) {
        return true;
    }

    @Override
    public boolean skip(Addressee agent, long number) {
        return true;
    }

    @Override
    public boolean announce(Addressee agent, Item.Letter letter) {
        return true;
    }

    @Override
    public boolean signal(Addressee agent, Signal signal) {
        return true;
    }

    @Override
    public boolean update(Addressee agent, ContextUpdate update) {
        return updates.add(update);
    }

    @Override
    public void abandon() {}

    @Override
    public boolean announcesAll() {
        return false;
    }

    @Override
    public boolean settlesByReceipt() {
        return false;
    }

    @Override
    public boolean countsWithoutHoles() {
        return false;
    }
}
