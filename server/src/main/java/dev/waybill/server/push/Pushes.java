package dev.waybill.server.push;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.Config;
import dev.waybill.server.delivery.Elsewhere;
import dev.waybill.server.delivery.PushQueue;
import dev.waybill.server.delivery.PushQueue.Bound;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.outbound.Poster;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Knows which agents are reached by a POST and has their deliveries posted, each address on its own: one that hangs
/// holds up nobody else.
public final class Pushes implements Elsewhere, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pushes.class);

    /// How much longer than a request may take a delivery is left to who has claimed it.
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final PushQueue queue;
    private final Post post;
    private final Map<AgentId, Bound> bound = new ConcurrentHashMap<>();
    private final Map<NodeId, Endpoint> endpoints = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public Pushes(
            Database database,
            Json json,
            PushQueue queue,
            Nodes nodes,
            TargetGuard guard,
            Config config,
            InstantSource clock) {
        this.queue = queue;
        Poster poster = new Poster(guard, config.push().timeout());
        this.post = new Post(database, nodes, queue, poster, json, config.push(), clock);
    }

    /// How long a delivery is left to who has claimed it.
    public static Duration lease(Config config) {
        return config.push().timeout().plus(MARGIN);
    }

    /// Hears from now on where agents are, and begins with what waits.
    public void start(Hosting hosting) {
        hosting.onMove(this::moved);
        sweep();
    }

    /// Whether the agent is reached by a POST.
    public boolean reaches(AgentId agent) {
        return bound.containsKey(agent);
    }

    @Override
    public void ring(AgentId agent) {
        Bound at = bound.get(agent);
        if (at != null) {
            endpoint(at.node()).ring();
        }
    }

    @Override
    public void signal(AgentId agent, Signal signal) {
        Bound at = bound.get(agent);
        if (at != null) {
            endpoint(at.node()).signal(at.agent(), signal);
        }
    }

    /// Looks who is bound where and rings for all that something waits for: no bell tells what other servers do, and none
    /// is heard by a server that was down.
    public void sweep() {
        Map<AgentId, Bound> before = Map.copyOf(bound);
        List<Bound> all = queue.bound();
        Set<AgentId> there =
                all.stream().map(one -> one.agent().id()).collect(Collectors.toUnmodifiableSet());
        all.forEach(one -> learn(before, one));
        before.forEach(
                (agent, known) -> {
                    if (!there.contains(agent)) {
                        bound.remove(agent, known);
                    }
                });
        Set<NodeId> nodes = all.stream().map(Bound::node).collect(Collectors.toUnmodifiableSet());
        endpoints.values().removeIf(one -> one.idle() && !nodes.contains(one.node()));
        all.stream().filter(Bound::waiting).forEach(one -> endpoint(one.node()).ring());
    }

    /// Lets requests under way go and waits until they are; another server may repeat them.
    @Override
    public void close() {
        closed = true;
        endpoints.values().forEach(Endpoint::stop);
        for (Endpoint endpoint : endpoints.values()) {
            try {
                endpoint.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /// What somebody has learnt since the look began is newer.
    private void learn(Map<AgentId, Bound> before, Bound now) {
        AgentId agent = now.agent().id();
        Bound known = before.get(agent);
        if (known == null) {
            bound.putIfAbsent(agent, now);
        } else {
            bound.replace(agent, known, now);
        }
    }

    private void moved(AgentId agent) {
        Thread.ofVirtual().name("push-move-" + agent).start(() -> move(agent));
    }

    private void move(AgentId agent) {
        try {
            queue.bound(agent)
                    .ifPresentOrElse(now -> bound.put(agent, now), () -> bound.remove(agent));
            ring(agent);
        } catch (StoreException e) {
            LOG.atWarn()
                    .addKeyValue("agent", agent)
                    .addKeyValue("reason", e.getMessage())
                    .log("Where an agent is will be looked up later");
        }
    }

    private Endpoint endpoint(NodeId node) {
        return endpoints.computeIfAbsent(
                node,
                id -> {
                    Endpoint fresh = new Endpoint(post, id);
                    if (closed) {
                        fresh.stop();
                    }
                    return fresh;
                });
    }
}
