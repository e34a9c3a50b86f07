package dev.waybill.server.action;

import dev.waybill.protocol.action.Action;
import dev.waybill.protocol.action.Capability;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.action.InvokeAck;
import dev.waybill.protocol.action.NewAction;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Channel;
import dev.waybill.server.delivery.Counting;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.ResultMail;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.policy.PolicyRules;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Registration;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Actions over a fresh store with one workspace, a clock that is moved by hand, and handlers that are connected by hand.
final class ActionFixture implements AutoCloseable {
    final Json json = new Json(JsonLimits.DEFAULTS);
    final RecordingHandlers handlers = new RecordingHandlers();
    final WorkspaceId workspace;
    final ActionSet set;
    private final TestStore store;
    private final AckWriter acks;
    private final Attachments attachments;
    private final Workspaces workspaces;
    private final Agents agents;
    private final Credentials credentials;
    private Instant now = Instant.parse("2026-06-01T12:00:00Z");

    ActionFixture(TestEngine engine, Path folder, String... rules) {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        SecureRandom random = new SecureRandom();
        Snowflakes ids = new Snowflakes(this::now, 0);
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        acks = new AckWriter(store.database(), ledger, this::now);
        acks.start();
        attachments =
                new Attachments(
                        store.database(),
                        json,
                        mailboxes,
                        acks,
                        new Outcomes(new Signals(mailboxes), new Ledger()),
                        DeliveryLimits.DEFAULTS,
                        this::now);
        Supplies supplies = new Supplies(store.database(), ids, this::now, random, json);
        dev.waybill.server.workspace.Notices told =
                new dev.waybill.server.workspace.Notices(ledger, signals);
        Presence presence = new Presence(supplies, told);
        workspaces = new Workspaces(supplies);
        credentials = new Credentials(store.database(), this::now, json);
        agents = new Agents(supplies, told, presence, credentials);
        Hosting hosting =
                new Hosting(
                        supplies,
                        new Nodes(supplies, new TargetGuard(List.of())),
                        agents,
                        presence);
        set =
                ActionSet.over(
                        supplies,
                        new ActionSet.Listeners(
                                ledger,
                                signals,
                                new ResultMail(
                                        ids,
                                        json,
                                        new Deliveries(
                                                DeliveryLimits.DEFAULTS,
                                                new Outcomes(signals, ledger),
                                                mailboxes,
                                                acks))),
                        new Idempotency(json, this::now),
                        new Departures(hosting, agents),
                        handlers,
                        PolicyRules.of(List.of(rules)));
        workspace = workspace("acme");
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    WorkspaceId workspace(String name) {
        return workspaces.create(new NewWorkspace(name)).workspaceId();
    }

    Caller.Owner owner() {
        return new Caller.Owner(workspace);
    }

    Caller.Agent agent(String name) {
        Registration.Registered registered =
                (Registration.Registered)
                        agents.register(workspace, new NewAgent(name, null, null, null, null));
        Token token = Token.parse(registered.agent().token()).orElseThrow();
        return (Caller.Agent) credentials.identify(token).orElseThrow();
    }

    /// An agent with an open connection of its own.
    Caller.Agent connected(String name) {
        Caller.Agent agent = agent(name);
        handlers.connect(agent.agent(), new Reach.Direct(now));
        return agent;
    }

    /// Lets the agent hear what it is told.
    void attach(Caller.Agent agent, Channel channel) {
        attachments.start(attachments.attach(agent.agent(), channel, new Counting.Kept()));
    }

    /// A broker with these capabilities of its default provider, connected now.
    NodeId broker(String name, double load, int maxAgents, String... capabilities) {
        NodeId node = new NodeId("node_" + name);
        String known = json.text(List.of(capabilities));
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        """
                                        insert into node (id, workspace_id, name, kind, role, adapter, capabilities,
                                            tags, max_agents, status, load, created_at)
                                        values (?, ?, ?, 'ws', 'broker', 'ws.node.v1', ?, '[]', ?, 'online', ?, ?)
                                        """,
                                        node.value(),
                                        workspace,
                                        name,
                                        known,
                                        maxAgents,
                                        load,
                                        now));
        handlers.connect(node, Handler.DEFAULT, now);
        return node;
    }

    void advertise(NodeId node, String provider, Capability... capabilities) {
        store.database()
                .write(
                        tx -> {
                            set.actions()
                                    .advertised(
                                            tx, workspace, node, provider, List.of(capabilities));
                            return true;
                        });
    }

    Outstanding.Inventory inventory(NodeId node, Outstanding.Running... running) {
        return store.database()
                .write(
                        tx ->
                                set.outstanding()
                                        .inventory(tx, node, Handler.DEFAULT, List.of(running)));
    }

    Action register(Caller.Agent handler, String name, @Nullable List<String> availableTo) {
        return set.actions().register(handler, handledBy(handler, name, availableTo)).action();
    }

    static NewAction handledBy(
            Caller.Agent handler, String name, @Nullable List<String> availableTo) {
        return new NewAction(name, "does it", handler.name(), null, null, null, availableTo, null);
    }

    InvokeAck invoke(Caller.Agent caller, String action) {
        return invoke(caller, action, "{\"x\":1}");
    }

    InvokeAck invoke(Caller.Agent caller, String action, String input) {
        return (InvokeAck)
                set.calls().invoke(caller, new Ask.Named(action, json.tree(input)), null).data();
    }

    /// As the owner sees it now.
    Invocation seen(InvokeAck ack) {
        return set.invocations().find(owner(), ack.actionName(), ack.invocationId());
    }

    List<String> rows(String sql) {
        return store.database().read(tx -> tx.list(sql, row -> row.text(1)));
    }

    List<String> ledger() {
        return rows("select type from ledger where type like 'action.%' order by seq");
    }

    JsonNode lastPayload(String type) {
        return json.tree(
                rows("select payload from ledger where type = '" + type + "' order by seq desc")
                        .getFirst());
    }

    @Override
    public void close() {
        acks.close();
        store.close();
    }
}
