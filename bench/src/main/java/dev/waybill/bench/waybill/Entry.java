package dev.waybill.bench.waybill;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How messages get in, and on how many sockets they get out.
public enum Entry {
    FRAMES("", "frames, a socket for each sender, one for all recipients"),
    SOCKETS(", sockets", "frames, a socket for each sender and each recipient"),
    BATCHES(", batches", "batches of half a window, by HTTP; one socket for all recipients"),
    REQUESTS(", requests", "one HTTP request for each message; one socket for all recipients");

    private final String suffix;
    private final String words;

    Entry(String suffix, String words) {
        this.suffix = suffix;
        this.words = words;
    }

    /// What a contender is called that takes messages so.
    public String title(String system) {
        return system + suffix;
    }

    /// What it is called on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Entry> named(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    String words() {
        return words;
    }

    /// Whether each recipient has a connection of its own.
    boolean isApart() {
        return this == SOCKETS;
    }

    Ingress.Way way() {
        return switch (this) {
            case FRAMES, SOCKETS -> FrameIngress::open;
            case BATCHES -> BatchIngress::open;
            case REQUESTS -> HttpIngress::open;
        };
    }
}
