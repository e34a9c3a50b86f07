package dev.waybill.sdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The agents on one link.
final class Seats {
    private final Map<String, Seat> byName = new ConcurrentHashMap<>();
    private volatile @Nullable Connection connection;

    /// The seat of that agent. If it has one already, everything that waits in it comes again.
    Seat take(AgentIdentity agent) {
        Seat seat = byName.computeIfAbsent(agent.name(), _ -> new Seat(agent));
        seat.renew(connection);
        return seat;
    }

    void leave(Seat seat) {
        byName.remove(seat.name(), seat);
    }

    Optional<Seat> named(String agent) {
        return Optional.ofNullable(byName.get(agent));
    }

    Optional<Seat> of(String agentId) {
        return byName.values().stream()
                .filter(seat -> seat.agent().id().text().equals(agentId))
                .findFirst();
    }

    List<AgentIdentity> agents() {
        return byName.values().stream().map(Seat::agent).toList();
    }

    /// A new connection: what was not given out yet comes again.
    void renew(Connection next) {
        connection = next;
        byName.values().forEach(seat -> seat.renew(next));
    }

    /// Nothing comes any more: whoever waits for deliveries waits in vain.
    void end() {
        byName.values().forEach(seat -> seat.intake().end());
    }

    int count() {
        return byName.size();
    }
}
