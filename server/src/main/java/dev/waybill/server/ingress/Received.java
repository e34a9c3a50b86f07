package dev.waybill.server.ingress;

import dev.waybill.server.source.NewEvent;
import org.jspecify.annotations.Nullable;

/// What a door makes of a request that was proved.
sealed interface Received {
    /// It tells of something.
    ///
    /// @param place where, by the id that it has for good, if the source is about a place that may be renamed
    record Told(NewEvent event, @Nullable Place place) implements Received {
        static Told of(NewEvent event) {
            return new Told(event, null);
        }
    }

    /// It is right, but nobody wants it.
    record Passed(String reason) implements Received {}

    /// It is right, but whoever sends it is set up for another place than the source is about.
    record Astray(String reason) implements Received {}

    /// It wants to hear that somebody is there.
    record Challenged(String challenge) implements Received {}
}
