package dev.waybill.server.mcp;

import java.time.Duration;

/// How much hosts may hold on to.
///
/// @param sessions in all
/// @param perWorkspace sessions of all callers of one workspace
/// @param perCaller sessions, and streams of the stateless line, of one agent or of the workspace key
/// @param idle how long a session without an open stream is kept after its last request
/// @param absence how long a host may take to come back for a stream that was cut off
/// @param pulse how often a stream shows that it is there, and looks whether its token is still good
public record McpLimits(
        int sessions,
        int perWorkspace,
        int perCaller,
        Duration idle,
        Duration absence,
        Duration pulse) {
    public static final McpLimits DEFAULTS =
            new McpLimits(
                    4096,
                    2048,
                    256,
                    Duration.ofHours(1),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(15));
}
