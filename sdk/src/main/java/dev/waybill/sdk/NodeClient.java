package dev.waybill.sdk;

import dev.waybill.protocol.node.AgentRegistered;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// A node that hosts many agents on one connection. Each agent has its own line: a slow one holds up itself.
///
/// ```java
/// try (NodeClient box = relay.node("box")) {
///     for (String name : List.of("w1", "w2", "w3")) {
///         RelayAgent worker = box.host(name);
///         worker.deliverTo((message, context) -> context.delivered());
///     }
/// }
/// ```
public final class NodeClient implements AutoCloseable {
    private final Api api;
    private final String name;
    private final Seats seats = new Seats();
    private final NodeLink link;
    private final Map<String, RelayAgent> agents = new ConcurrentHashMap<>();
    private final Consumer<NodeClient> onClose;

    NodeClient(Api api, String name, Consumer<NodeClient> onClose) {
        this.api = api;
        this.name = name;
        this.link = new NodeLink(api.endpoint(), new HostDoor(api, name, seats), seats);
        this.onClose = onClose;
    }

    public String name() {
        return name;
    }

    /// Runs the agent of that name here from now on, new or known. One that is at work elsewhere is refused with
    /// `agent_location_conflict`.
    public RelayAgent host(String agentName) {
        AgentRegistered given =
                Wire.convert(
                        link.ask(Frames.agent(agentName), this::seated), AgentRegistered.class);
        RelayAgent agent =
                RelayAgent.hosted(
                        api.endpoint().api(given.token()),
                        link,
                        seats.named(given.name()).orElseThrow(),
                        this::release);
        agents.put(given.name(), agent);
        return agent;
    }

    /// The agents that run here.
    public Collection<RelayAgent> agents() {
        return List.copyOf(agents.values());
    }

    @Override
    public void close() {
        if (!putOff(this::close)) {
            leave();
        }
    }

    /// As [Desk#putOff].
    boolean putOff(Runnable closing) {
        return agents.values().stream().anyMatch(agent -> agent.putOff(closing));
    }

    private void leave() {
        agents().forEach(RelayAgent::close);
        link.close();
        onClose.accept(this);
    }

    /// Before the deliveries that follow the answer are read.
    private void seated(JsonNode data) {
        AgentRegistered given = Wire.convert(data, AgentRegistered.class);
        seats.take(new AgentIdentity(given.agentId(), given.name()));
    }

    private void release(RelayAgent agent) {
        if (agents.remove(agent.name(), agent)) {
            seats.leave(agent.seat());
            link.tell(Frames.agentGone(agent.identity()));
        }
    }
}
