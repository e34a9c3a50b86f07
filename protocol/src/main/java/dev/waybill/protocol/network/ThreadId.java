package dev.waybill.protocol.network;

/// Names a public thread; whoever speaks first in it chooses the name.
public record ThreadId(String value) {
    private static final Grammar GRAMMAR =
            new Grammar(
                    "thread_id",
                    "thread_[a-z0-9][a-z0-9_-]{2,95}",
                    "is not 'thread_' and 3 to 96 of a-z, 0-9, '_', '-'");

    public ThreadId {
        GRAMMAR.check(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
