package dev.waybill.server.action;

import dev.waybill.protocol.id.NodeId;
import java.time.Instant;

/// How an agent that handles actions can be reached at this moment. Since when matters because what was sent before may
/// have been lost with an older connection.
public sealed interface Reach {
    /// Over connections of its own, the oldest of which is open since then.
    record Direct(Instant since) implements Reach {}

    /// Through a node that runs it.
    record Hosted(NodeId node, String provider, Instant since) implements Reach {}

    /// Not at all.
    record Absent() implements Reach {}
}
