package dev.waybill.bench.run;

import java.util.List;

/// How much of what there is.
///
/// @param stored messages that went through the server before; several for the growth
/// @param agents recipients of W2, W4 and W5, and agents that are registered in W1; several for the growth
/// @param members agents of the channels of W3
/// @param sessions those of the agent network in W7n
/// @param backlog deliveries that wait in W5
/// @param sockets idle connections of W6
/// @param rate messages a second in W4
record Sizes(
        List<Long> stored,
        List<Integer> agents,
        List<Integer> members,
        List<Integer> sessions,
        int backlog,
        int sockets,
        int rate) {
    Sizes {
        stored = List.copyOf(stored);
        agents = List.copyOf(agents);
        members = List.copyOf(members);
        sessions = List.copyOf(sessions);
    }
}
