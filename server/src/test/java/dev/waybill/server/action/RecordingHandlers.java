package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionInvoke;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Handlers that are connected when a test says so, and note what they were sent.
final class RecordingHandlers implements Handlers {
    /// A frame, and the provider it went to.
    record Sent(NodeId node, String provider, ActionInvoke invoke) {}

    final List<Sent> sent = new CopyOnWriteArrayList<>();
    private volatile boolean full;
    private final Map<AgentId, Reach> agents = new ConcurrentHashMap<>();
    private final Map<String, Instant> nodes = new ConcurrentHashMap<>();

    /// From now on nothing more is taken, or all is again.
    void full(boolean now) {
        full = now;
    }

    void connect(AgentId agent, Reach reach) {
        agents.put(agent, reach);
    }

    void disconnect(AgentId agent) {
        agents.remove(agent);
    }

    void connect(NodeId node, String provider, Instant since) {
        nodes.put(key(node, provider), since);
    }

    void disconnect(NodeId node, String provider) {
        nodes.remove(key(node, provider));
    }

    @Override
    public Reach agent(AgentId agent) {
        return agents.getOrDefault(agent, new Reach.Absent());
    }

    @Override
    public Optional<Instant> node(NodeId node, String provider) {
        return Optional.ofNullable(nodes.get(key(node, provider)));
    }

    @Override
    public boolean hasRoom(NodeId node, String provider) {
        return !full;
    }

    @Override
    public void invoke(NodeId node, String provider, ActionInvoke invoke) {
        sent.add(new Sent(node, provider, invoke));
    }

    private static String key(NodeId node, String provider) {
        return node + "/" + provider;
    }
}
