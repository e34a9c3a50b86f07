package dev.waybill.server.delivery;

/// The way into an agent's session. Calls for one agent come one after the other, each may wait for room, and answers
/// false when the way is gone.
public interface Channel {
    /// `number` is what the other side counts by.
    boolean deliver(Addressee agent, long number, Item.Letter letter) throws InterruptedException;

    /// Says that nothing will come under this number; only where [#countsWithoutHoles()].
    boolean skip(Addressee agent, long number) throws InterruptedException;

    /// Says that a delivery is there to be fetched, before it is sent.
    boolean announce(Addressee agent, Item.Letter letter) throws InterruptedException;

    boolean signal(Addressee agent, Signal signal) throws InterruptedException;

    boolean update(Addressee agent, ContextUpdate update) throws InterruptedException;

    /// Gives up a session that does not keep up; never waits.
    void abandon();

    /// Whether the other side wants each delivery announced.
    boolean announcesAll();

    /// Whether a delivery stays open until the other side says what became of it; its acks only ask for more.
    boolean settlesByReceipt();

    /// Whether the other side refuses what comes after a hole, and counts from its own beginning.
    boolean countsWithoutHoles();
}
