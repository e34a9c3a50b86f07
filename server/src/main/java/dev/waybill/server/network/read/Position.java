package dev.waybill.server.network.read;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A place in a list whose latest come first: the activity that something had when it was seen, and its id. What moves to
/// the top meanwhile is not seen again further down, and moves no place.
public record Position(long activity, String id) {
    static final Position TOP = new Position(Long.MAX_VALUE, "");

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})\\.(.+)", Pattern.DOTALL);

    public static Position of(Instant activity, String id) {
        return new Position(activity.toEpochMilli(), id);
    }

    /// Nothing where it is not written as one.
    static Optional<Position> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new Position(Long.parseLong(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    public String text() {
        return activity + "." + id;
    }
}
