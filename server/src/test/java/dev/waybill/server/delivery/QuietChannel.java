package dev.waybill.server.delivery;

/// The session of an agent that takes everything and says nothing; tests listen to what they care for.
public class QuietChannel implements Channel {
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
        return true;
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
