package dev.waybill.server.delivery;

/// Finds out how far a host has counted an agent's deliveries before. It is sent a frame that says nothing under the
/// number 1: one that counted before acknowledges how far, one that did not takes it as its first.
final class Question {
    static final long NUMBER = 1;

    /// Nobody has counted so far.
    private static final long MAX_COUNT = 1L << 52;

    private volatile boolean open;
    private volatile boolean asked;

    void pose() {
        open = true;
    }

    /// Whether the answer is still to come.
    boolean open() {
        return open;
    }

    /// True once, when it is to be asked.
    boolean ask() {
        if (!open || asked) {
            return false;
        }
        asked = true;
        return true;
    }

    boolean isAnsweredBy(long number) {
        return open && asked && number >= NUMBER && number <= MAX_COUNT;
    }

    void answered() {
        open = false;
    }
}
