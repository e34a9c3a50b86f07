package dev.waybill.protocol.network;

import dev.waybill.protocol.wire.WireWord;
import java.util.Arrays;
import java.util.Optional;

/// What an envelope is for, by the word on the wire.
public enum Kind implements WireWord {
    /// I am here, and this is my card.
    GREET("greet"),
    /// Who are you; and the answer.
    WHOIS("whois"),
    /// Text, in a thread or a direct room.
    SAY("say"),
    /// The older word for text between two peers.
    DIRECT("direct"),
    /// A document that says how something is done.
    CAPABILITY("capability"),
    /// Whether a message was taken on.
    RECEIPT("receipt"),
    /// How far work has come.
    TRACE("trace");

    /// What a capability was called at first.
    private static final String RECIPE = "recipe";

    private final String wire;

    Kind(String wire) {
        this.wire = wire;
    }

    /// The kind that the profile reads from the word.
    public static Optional<Kind> of(String word, NetworkProfile profile) {
        if (profile.olderWords() && word.equals(RECIPE)) {
            return Optional.of(CAPABILITY);
        }
        return Arrays.stream(values())
                .filter(kind -> kind.wire.equals(word))
                .filter(kind -> kind != DIRECT || profile.olderWords())
                .findFirst();
    }

    @Override
    public String wire() {
        return wire;
    }
}
