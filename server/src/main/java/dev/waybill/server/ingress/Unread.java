package dev.waybill.server.ingress;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Thrown when a source could not be read.
final class Unread extends Exception {
    private static final long serialVersionUID = 1L;

    private final String words;
    private final transient @Nullable Duration pause;

    /// @param pause for how long the provider wants to be left alone, if it says so
    Unread(String words, @Nullable Duration pause) {
        super(words, null, false, false);
        this.words = words;
        this.pause = pause;
    }

    String words() {
        return words;
    }

    @Nullable Duration pause() {
        return pause;
    }
}
