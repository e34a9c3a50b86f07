package dev.waybill.server.delivery;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Keeps what goes through it, and may answer while it is still sending.
final class RecordingChannel implements Channel {
    private final boolean withoutHoles;
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private volatile boolean abandoned;
    private volatile Consumer<Long> whileSending = _ -> {};

    RecordingChannel(boolean withoutHoles) {
        this.withoutHoles = withoutHoles;
    }

    void whileSending(Consumer<Long> task) {
        whileSending = task;
    }

    boolean abandoned() {
        return abandoned;
    }

    List<String> sent() {
        return List.copyOf(sent);
    }

    @Override
    public boolean deliver(Addressee agent, long number, Item.Letter letter) {
        sent.add("deliver " + number);
        whileSending.accept(number);
        return true;
    }

    @Override
    public boolean skip(Addressee agent, long number) {
        sent.add("skip " + number);
        return true;
    }

    @Override
    public boolean announce(Addressee agent, Item.Letter letter) {
        sent.add("announce " + letter.seq());
        return true;
    }

    @Override
    public boolean signal(Addressee agent, Signal signal) {
        sent.add("signal " + signal.key());
        return true;
    }

    @Override
    public boolean update(Addressee agent, ContextUpdate update) {
        sent.add("update " + update.event());
        return true;
    }

    @Override
    public void abandon() {
        abandoned = true;
    }

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
        return withoutHoles;
    }
}
