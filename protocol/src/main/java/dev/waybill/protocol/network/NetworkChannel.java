package dev.waybill.protocol.network;

/// Names a channel of the network.
public record NetworkChannel(String value) {
    private static final Grammar GRAMMAR =
            new Grammar(
                    "channel",
                    "[a-z0-9][a-z0-9_-]{0,63}",
                    "is not 1 to 64 of a-z, 0-9, '_', '-', beginning with a letter or digit");

    public NetworkChannel {
        GRAMMAR.check(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
