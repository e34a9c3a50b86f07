package dev.waybill.bench.limit;

import java.util.List;

/// Those who get a message that is sent there: a channel, or one agent.
record Room(int number, List<Agent> members) {}
