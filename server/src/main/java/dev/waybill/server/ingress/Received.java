package dev.waybill.server.ingress;

import dev.waybill.server.source.NewEvent;

/// What a door makes of a request that was proved.
sealed interface Received {
    /// It tells of something.
    record Told(NewEvent event) implements Received {}

    /// It is right, but nobody wants it.
    record Passed(String reason) implements Received {}

    /// It is right, but whoever sends it is set up for another place than the source is about.
    record Astray(String reason) implements Received {}

    /// It wants to hear that somebody is there.
    record Challenged(String challenge) implements Received {}
}
