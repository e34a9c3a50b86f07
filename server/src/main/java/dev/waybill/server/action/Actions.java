package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.protocol.id.ActionId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionTable.Draft;
import dev.waybill.server.action.ActionTable.Known;
import dev.waybill.server.policy.AgentSelector.Chosen;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Registers actions, shows each caller those it may use, and takes them away.
public final class Actions {
    private final Ground ground;
    private final ActionTable actions;
    private final HostTable hosts;
    private final Admission admission;
    private final Results results;
    private final Notices notices;
    private final NodeActions nodeActions;
    private final List<Consumer<WorkspaceId>> listeners = new CopyOnWriteArrayList<>();

    Actions(ActionSet.Workings workings) {
        this.ground = workings.ground();
        this.actions = workings.actions();
        this.hosts = workings.hosts();
        this.admission = workings.admission();
        this.results = workings.results();
        this.notices = workings.notices();
        this.nodeActions = new NodeActions(ground, actions, results, notices);
    }

    /// Tells the listener, after the commit, of each workspace whose actions are no longer what they were.
    public void onChange(Consumer<WorkspaceId> listener) {
        listeners.add(listener);
    }

    /// An action as it stands now, and whether its name is new.
    public record Registered(Action action, boolean isNew) {}

    /// Makes the action, or brings the one of that name up to date.
    public Registered register(Caller caller, NewAction wanted) {
        checkSchema("input_schema", wanted.inputSchema());
        checkSchema("output_schema", wanted.outputSchema());
        return ground.database().write(tx -> register(tx, caller, wanted));
    }

    /// Those the caller may use, the built-in ones among them; the workspace key sees only what everyone may.
    public List<Action> list(Caller caller) {
        return ground.database().read(tx -> list(tx, caller, _ -> true));
    }

    /// Those of them that the caller can call by their name alone, each once.
    public List<Action> callable(Caller caller) {
        return ground.database()
                .read(
                        tx -> {
                            Set<String> names = new HashSet<>();
                            return list(tx, caller, RegisteredAction::answersToItsName).stream()
                                    .filter(action -> names.add(action.name()))
                                    .toList();
                        });
    }

    /// An action the caller may not use does not exist for it.
    public Action find(Caller caller, String name) {
        return ground.database()
                .read(tx -> find(tx, caller, name))
                .orElseThrow(() -> unknown(name));
    }

    public boolean sees(Caller caller, String name) {
        return ground.database().read(tx -> find(tx, caller, name)).isPresent();
    }

    /// Takes the action away; what is still to be done for it fails. An agent may take away only what it handles.
    public void delete(Caller caller, String name) {
        ground.database().write(tx -> delete(tx, caller, name));
    }

    /// Makes the provider's actions what it says it can do: new ones appear, those it no longer names go.
    public void advertised(
            Tx tx,
            WorkspaceId workspace,
            NodeId node,
            String provider,
            List<Capability> capabilities) {
        nodeActions.advertised(tx, workspace, new Handler.OfNode(node, provider), capabilities);
        changed(tx, workspace);
    }

    static Refusal unknown(String name) {
        return new Refusal(Reason.ACTION_NOT_FOUND, "Action \"" + name + "\" not found");
    }

    private Registered register(Tx tx, Caller caller, NewAction wanted) {
        WorkspaceId workspace = caller.workspace();
        Draft draft = draft(tx, caller, wanted);
        Instant now = ground.clock().instant();
        Optional<Known> known = actions.known(tx, workspace, wanted.name(), draft.node());
        ActionId id = known.map(Known::id).orElseGet(ground::actionId);
        if (known.isPresent()) {
            if (!Objects.equals(known.get().handler(), draft.agent())) {
                results.failOpen(tx, id, "handler_unavailable", now);
            }
            actions.refresh(tx, id, draft, now);
        } else {
            actions.insert(tx, id, workspace, draft, now);
        }
        notices.registered(tx, workspace, draft, id, now);
        changed(tx, workspace);
        Action action =
                actions.find(tx, workspace, id)
                        .map(RegisteredAction::action)
                        .orElseThrow(() -> new IllegalStateException("action " + id + " is gone"));
        return new Registered(action, known.isEmpty());
    }

    private Draft draft(Tx tx, Caller caller, NewAction wanted) {
        String agent = wanted.handlerAgent();
        String node = wanted.handlerNode();
        if ((agent == null) == (node == null)) {
            throw new Refusal(
                    Reason.INVALID_ACTION_HANDLER,
                    "Exactly one of handler_agent and handler_node is needed");
        }
        return agent == null
                ? ofNode(tx, caller, wanted, Objects.requireNonNull(node))
                : ofAgent(tx, caller, wanted, agent);
    }

    private Draft ofAgent(Tx tx, Caller caller, NewAction wanted, String name) {
        if (caller instanceof Caller.Agent self && !self.name().equals(name)) {
            throw new Refusal(
                    Reason.FORBIDDEN, "An agent may only register actions it handles itself");
        }
        AgentName agent =
                hosts.agent(tx, caller.workspace(), name)
                        .orElseThrow(() -> HostTable.unknownAgent(name));
        return new Draft(
                wanted.name(),
                wanted.description(),
                agent.id(),
                null,
                null,
                Objects.requireNonNullElseGet(wanted.inputSchema(), Json::emptyObject),
                Objects.requireNonNullElseGet(wanted.outputSchema(), Json::emptyObject),
                wanted.availableTo(),
                false,
                Boolean.TRUE.equals(wanted.queue()));
    }

    private Draft ofNode(Tx tx, Caller caller, NewAction wanted, String name) {
        if (caller instanceof Caller.Agent) {
            throw new Refusal(
                    Reason.FORBIDDEN, "An agent may only register actions it handles itself");
        }
        WorkspaceId workspace = caller.workspace();
        HostTable.Node node =
                hosts.node(tx, workspace, name).orElseThrow(() -> HostTable.unknownNode(name));
        String provider =
                hosts.providers(tx, node.id(), wanted.name()).stream()
                        .findFirst()
                        .orElseThrow(() -> mismatch(node, wanted));
        return new Draft(
                wanted.name(),
                wanted.description(),
                null,
                node.id(),
                provider,
                Objects.requireNonNullElseGet(wanted.inputSchema(), Json::emptyObject),
                Objects.requireNonNullElseGet(wanted.outputSchema(), Json::emptyObject),
                wanted.availableTo(),
                nodeActions.isFree(tx, workspace, node.id(), wanted.name()),
                Boolean.TRUE.equals(wanted.queue()));
    }

    private int delete(Tx tx, Caller caller, String name) {
        RegisteredAction found =
                actions.find(tx, caller.workspace(), name)
                        .filter(visible(tx, caller))
                        .orElseThrow(() -> unknown(name));
        if (caller instanceof Caller.Agent agent && !agent.agent().equals(found.handlerAgent())) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "Agent \"" + agent.name() + "\" does not handle action \"" + name + "\"");
        }
        results.failOpen(tx, found.action().id(), "action_deleted", ground.clock().instant());
        actions.delete(tx, found.action().id());
        notices.deleted(tx, caller.workspace(), found.action(), ground.clock().instant());
        changed(tx, caller.workspace());
        return 1;
    }

    private List<Action> list(ReadTx tx, Caller caller, Predicate<RegisteredAction> among) {
        List<RegisteredAction> registered = actions.all(tx, caller.workspace());
        Set<String> taken =
                registered.stream()
                        .filter(RegisteredAction::answersToItsName)
                        .map(action -> action.action().name())
                        .collect(Collectors.toSet());
        return Stream.concat(
                        registered.stream()
                                .filter(among.and(visible(tx, caller)))
                                .map(RegisteredAction::action),
                        BuiltInActions.besides(taken))
                .toList();
    }

    private Optional<Action> find(ReadTx tx, Caller caller, String name) {
        Optional<RegisteredAction> registered = actions.find(tx, caller.workspace(), name);
        return registered.isEmpty()
                ? BuiltInActions.find(name)
                : registered.filter(visible(tx, caller)).map(RegisteredAction::action);
    }

    private Predicate<RegisteredAction> visible(ReadTx tx, Caller caller) {
        if (caller instanceof Caller.Agent agent) {
            Chosen chosen = Found.chosen(hosts.caller(tx, agent));
            return action ->
                    agent.agent().equals(action.handlerAgent()) || action.availableTo(chosen);
        }
        return RegisteredAction::unrestricted;
    }

    private void checkSchema(String what, @Nullable JsonNode schema) {
        if (schema != null) {
            admission.check(what, schema);
        }
    }

    private void changed(Tx tx, WorkspaceId workspace) {
        tx.afterCommit(() -> listeners.forEach(listener -> listener.accept(workspace)));
    }

    private static Refusal mismatch(HostTable.Node node, NewAction wanted) {
        return new Refusal(
                Reason.CAPABILITY_MISMATCH,
                "Node \"" + node.name() + "\" does not provide " + wanted.name());
    }
}
