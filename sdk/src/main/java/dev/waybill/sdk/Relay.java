package dev.waybill.sdk;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.SearchHit;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.protocol.workspace.AgentUpdate;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.RotatedToken;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A workspace of a server: the way in.
///
/// ```java
/// try (Relay relay = Relay.connect("http://127.0.0.1:7717", key)) {
///     RelayAgent echo = relay.register("echo");
///     echo.deliverTo(
///             (message, context) -> {
///                 echo.reply(message, message.text());
///                 return context.delivered();
///             });
///     relay.on("delivery.failed", event -> System.err.println(event.text("reason")));
/// }
/// ```
///
/// Closing it closes every agent and node that came from it; when the handler of an action does, as soon as its result is
/// sent.
public final class Relay implements AutoCloseable {
    private final Endpoint endpoint;
    private final Api api;
    private final EventHandlers handlers = new EventHandlers();
    private final Set<AutoCloseable> parts = ConcurrentHashMap.newKeySet();
    private @Nullable EventStream stream;
    private @Nullable RelayAgent self;

    private Relay(Endpoint endpoint, String key) {
        this.endpoint = endpoint;
        this.api = endpoint.api(key);
    }

    /// With the key of a workspace. Nothing is asked of the server yet.
    public static Relay connect(String url, String workspaceKey) {
        return connect(url, workspaceKey, RelayOptions.DEFAULTS);
    }

    public static Relay connect(String url, String workspaceKey, RelayOptions options) {
        return new Relay(new Endpoint(url, options), workspaceKey);
    }

    /// As one agent, with its token: for those who are not given the key of the workspace.
    public static RelayAgent connectAgent(String url, String agentToken) {
        return connectAgent(url, agentToken, RelayOptions.DEFAULTS);
    }

    public static RelayAgent connectAgent(String url, String agentToken, RelayOptions options) {
        Endpoint endpoint = new Endpoint(url, options);
        try {
            Api own = endpoint.api(agentToken);
            Agent self = own.ask(Call.get("agent"), Agent.class);
            return RelayAgent.direct(
                    own, new AgentIdentity(self.id(), self.name()), _ -> endpoint.close());
        } catch (RuntimeException e) {
            endpoint.close();
            throw e;
        }
    }

    /// The agent of that name, new or known; a known one gets a new token.
    public RelayAgent register(String name) {
        return register(new NewAgent(name, null, null, null, null));
    }

    /// As [#register(String)], and says which delivery modes it knows.
    public RelayAgent register(String name, DeliveryCapabilities capabilities) {
        return register(new NewAgent(name, null, null, null, delivery(capabilities)));
    }

    /// As [#register(String)], and says what it can do, and may.
    public RelayAgent register(String name, AgentCapabilities capabilities) {
        return register(new NewAgent(name, null, null, null, capabilities.data()));
    }

    public RelayAgent register(NewAgent wanted) {
        try {
            AgentCreated made = api.ask(Call.post("agents").with(wanted), AgentCreated.class);
            return agent(new AgentIdentity(made.id(), made.name()), made.token());
        } catch (RelayException e) {
            if (!e.code().equals("agent_already_exists")) {
                throw e;
            }
            return known(wanted);
        }
    }

    /// A node that hosts many agents on one connection. Its name must be its own.
    public NodeClient node(String name) {
        NodeClient node = new NodeClient(api, name, parts::remove);
        parts.add(node);
        return node;
    }

    /// Hears of everything that happens from now on: `delivery.failed`, `message.*`, or `*` for all. Handlers are called one
    /// after the other, each event once and in order, through broken connections.
    public synchronized Subscription on(String type, Consumer<RelayEvent> handler) {
        Subscription subscription = handlers.add(type, handler);
        if (stream == null) {
            stream = EventStream.open(api, handlers);
        }
        return subscription;
    }

    /// The actions of this program, handled and called by an agent that is registered at the first use. It is named `relay`
    /// unless [RelayOptions#withAgentName] says otherwise. Two programs of a workspace need two names, because each that
    /// registers an agent takes it from the other; or each uses an agent of its own, with [RelayAgent#actions].
    public Actions actions() {
        return self().actions();
    }

    /// Calls of that action, to hear of with [#on(ActionSelector, Consumer)]; a name that ends in `*` means many.
    public ActionSelector action(String name) {
        return ActionSelector.of(name);
    }

    /// Hears what happens to actions from now on, each event once and in order.
    public Subscription on(ActionSelector selector, Consumer<ActionEvent> then) {
        return on(
                selector.type(),
                event -> {
                    if (selector.selects(event)) {
                        ActionEvent.of(event).ifPresent(then);
                    }
                });
    }

    /// Tells `#channel` or `@agent` of an event in a few words, as the agent of [#actions], whose name must be this program's
    /// own; [RelayAgent#notify(String)] does it as any other. A channel is made if there is none.
    public Consumer<ActionEvent> notify(String to) {
        return self().notify(to);
    }

    /// The same, with something for programs to read beside it.
    public Consumer<ActionEvent> notify(String to, Map<String, Object> data) {
        return self().notify(to, data);
    }

    /// In your words.
    public Consumer<ActionEvent> notify(String to, Function<ActionEvent, String> words) {
        return self().notify(to, words);
    }

    public Channels channels() {
        return new Channels(api);
    }

    /// The agent network, seen by who holds the key of the workspace: all of its sessions.
    public Network network() {
        return new Network(api);
    }

    /// Operations at providers, seen by who holds the key of the workspace: those of all agents.
    public Outbound outbound() {
        return new Outbound(api);
    }

    /// What happens elsewhere, seen by who holds the key of the workspace: the inboxes of all agents.
    public Events events() {
        return new Events(api);
    }

    public List<Agent> agents() {
        return api.list(Call.get("agents"), Agent.class);
    }

    /// A message with what became of it for each recipient.
    public Message message(MessageId message) {
        return api.ask(Call.get("messages", message.text()), Message.class);
    }

    public List<SearchHit> search(String words) {
        return api.list(Call.get("search").where("q", words), SearchHit.class);
    }

    @Override
    public void close() {
        if (parts.stream().noneMatch(part -> putOff(part, this::close))) {
            end();
        }
    }

    private static boolean putOff(AutoCloseable part, Runnable closing) {
        return switch (part) {
            case RelayAgent agent -> agent.putOff(closing);
            case NodeClient node -> node.putOff(closing);
            default -> false;
        };
    }

    private synchronized void end() {
        if (stream != null) {
            stream.close();
        }
        for (AutoCloseable part : List.copyOf(parts)) {
            switch (part) {
                case RelayAgent agent -> agent.close();
                case NodeClient node -> node.close();
                default -> throw new IllegalStateException("not a part of a relay: " + part);
            }
        }
        endpoint.close();
    }

    private synchronized RelayAgent self() {
        RelayAgent known = self;
        if (known == null) {
            known =
                    register(
                            new NewAgent(
                                    endpoint.options().agentName(),
                                    AgentType.SYSTEM,
                                    null,
                                    null,
                                    null));
            self = known;
        }
        return known;
    }

    private RelayAgent known(NewAgent wanted) {
        Agent known = api.ask(Call.get("agents", wanted.name()), Agent.class);
        if (wanted.persona() != null
                || wanted.metadata() != null
                || wanted.capabilities() != null) {
            api.ask(
                    Call.patch("agents", wanted.name())
                            .with(
                                    new AgentUpdate(
                                            null,
                                            wanted.persona(),
                                            wanted.metadata(),
                                            wanted.capabilities())));
        }
        RotatedToken token =
                api.ask(
                        Call.post("agents", wanted.name(), "rotate-token").with(Json.emptyObject()),
                        RotatedToken.class);
        return agent(new AgentIdentity(known.id(), known.name()), token.token());
    }

    private RelayAgent agent(AgentIdentity identity, String token) {
        RelayAgent agent = RelayAgent.direct(endpoint.api(token), identity, parts::remove);
        parts.add(agent);
        return agent;
    }

    private static ObjectNode delivery(DeliveryCapabilities capabilities) {
        ObjectNode all = Json.emptyObject();
        ObjectNode delivery = all.putObject("delivery");
        ArrayNode modes = delivery.putArray("modes");
        capabilities.modes().forEach(mode -> modes.add(mode.wire()));
        if (!capabilities.safeStates().isEmpty()) {
            ArrayNode states = delivery.putArray("safe_states");
            capabilities.safeStates().forEach(state -> states.add(state.wire()));
        }
        return all;
    }
}
