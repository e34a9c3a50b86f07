package dev.waybill.server.mcp;

import java.util.List;

/// The versions of the protocol, newest first.
final class Versions {
    static final String STATELESS = "2026-07-28";

    /// From here on streams begin with a place to come back to.
    static final String PRIMED = "2025-11-25";

    static final List<String> WITH_SESSIONS = List.of(PRIMED, "2025-06-18");

    /// What a header may say in a session. A host that says nothing is taken to mean the oldest, and some say it.
    static final List<String> IN_SESSIONS = List.of(PRIMED, "2025-06-18", "2025-03-26");

    static final List<String> ALL = List.of(STATELESS, PRIMED, "2025-06-18");
    static final String HEADER = "MCP-Protocol-Version";

    private Versions() {}

    /// What to speak with a host that would like this one.
    static String negotiate(String wanted) {
        return WITH_SESSIONS.contains(wanted) ? wanted : PRIMED;
    }
}
