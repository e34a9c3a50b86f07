package dev.waybill.server.node;

import dev.waybill.protocol.action.ActionInvoke;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.action.Handlers;
import dev.waybill.server.action.Reach;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Who is connected here: the sessions of agents, several of one agent if they like, and the providers of nodes, one
/// connection each.
public final class Connections implements Handlers {
    /// A provider that was heard of so lately is not replaced by another instance of it.
    private static final Duration INCUMBENT = Duration.ofSeconds(24);

    private final Map<AgentId, List<Connection>> sessions = new ConcurrentHashMap<>();
    private final Map<Place, Connection> providers = new ConcurrentHashMap<>();

    private record Place(NodeId node, String provider) {}

    void addSession(AgentId agent, Connection connection) {
        sessions.compute(
                agent,
                (_, known) -> {
                    List<Connection> all = known == null ? new CopyOnWriteArrayList<>() : known;
                    if (!all.contains(connection)) {
                        all.add(connection);
                    }
                    return all;
                });
    }

    /// True when it was the last of the agent's sessions.
    boolean removeSession(AgentId agent, Connection connection) {
        return sessions.computeIfPresent(
                        agent,
                        (_, all) -> {
                            all.remove(connection);
                            return all.isEmpty() ? null : all;
                        })
                == null;
    }

    /// Puts the connection in the place of its provider. An older one of the same instance, or one that has fallen
    /// silent, is closed; from a living one nothing is taken.
    void addProvider(Connection connection, Connection.Presented said, boolean anonymous) {
        Place place = new Place(connection.node(), said.provider());
        Connection before =
                providers.compute(
                        place,
                        (_, known) -> {
                            if (known == null || known == connection) {
                                return connection;
                            }
                            requireReplaceable(known, said, anonymous);
                            known.dismiss("superseded");
                            return connection;
                        });
        assert before == connection;
    }

    boolean removeProvider(Connection connection) {
        Connection.Presented said = connection.presented();
        return said != null
                && providers.remove(new Place(connection.node(), said.provider()), connection);
    }

    /// The connection of that provider, if it is open.
    @Nullable Connection provider(NodeId node, String provider) {
        return providers.get(new Place(node, provider));
    }

    public boolean connected(NodeId node) {
        return providers.keySet().stream().anyMatch(place -> place.node().equals(node));
    }

    public boolean hasSession(AgentId agent) {
        return sessions.containsKey(agent);
    }

    /// The sessions an agent has of its own.
    List<Connection> sessions(AgentId agent) {
        return sessions.getOrDefault(agent, List.of());
    }

    /// All connections that carry the agent without being its own session.
    List<Connection> hosts(AgentId agent) {
        return providers.values().stream().filter(host -> host.carries(agent)).toList();
    }

    /// Ends every connection into the workspace, because it is gone.
    public void end(WorkspaceId workspace) {
        endUnless(other -> !other.equals(workspace));
    }

    /// Ends the connections into workspaces that are gone.
    public void endUnless(Predicate<WorkspaceId> isThere) {
        Map<WorkspaceId, List<Connection>> all =
                Stream.concat(
                                sessions.values().stream().flatMap(List::stream),
                                providers.values().stream())
                        .collect(Collectors.groupingBy(each -> each.caller().workspace()));
        all.forEach(
                (workspace, connections) -> {
                    if (!isThere.test(workspace)) {
                        connections.forEach(each -> each.dismiss("the workspace is gone"));
                    }
                });
    }

    @Override
    public Reach agent(AgentId agent) {
        Optional<Instant> own =
                sessions(agent).stream().map(Connection::openedAt).min(Comparator.naturalOrder());
        if (own.isPresent()) {
            return new Reach.Direct(own.get());
        }
        return hosts(agent).stream()
                .findFirst()
                .<Reach>map(Connections::hosted)
                .orElseGet(Reach.Absent::new);
    }

    @Override
    public Optional<Instant> node(NodeId node, String provider) {
        return Optional.ofNullable(provider(node, provider))
                .filter(Connection::handlersLive)
                .filter(host -> host.silence().compareTo(Nodes.SILENCE) < 0)
                .map(Connection::openedAt);
    }

    @Override
    public boolean hasRoom(NodeId node, String provider) {
        Connection host = provider(node, provider);
        return host != null && host.hasRoom();
    }

    @Override
    public void invoke(NodeId node, String provider, ActionInvoke invoke) {
        Connection host = provider(node, provider);
        if (host != null) {
            host.invoke(invoke);
        }
    }

    private static Reach hosted(Connection host) {
        Connection.Presented said = host.presented();
        return said == null
                ? new Reach.Absent()
                : new Reach.Hosted(host.node(), said.provider(), host.openedAt());
    }

    private void requireReplaceable(
            Connection known, Connection.Presented said, boolean anonymous) {
        Connection.Presented incumbent = known.presented();
        boolean same =
                anonymous || incumbent == null || incumbent.instance().equals(said.instance());
        if (!same && known.silence().compareTo(INCUMBENT) < 0) {
            throw new Refusal(
                    Reason.PROVIDER_INSTANCE_CONFLICT,
                    "Provider \"" + said.provider() + "\" is connected as another instance");
        }
    }
}
