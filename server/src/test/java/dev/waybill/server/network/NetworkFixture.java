package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.network.NetworkChannel;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.api.JoinNetwork;
import dev.waybill.protocol.network.api.NetworkSession;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.protocol.network.prompt.SessionPrompt;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.DeliverySweep;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Report;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.network.transport.LocalTransport;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Notices;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Registration;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The network over a fresh store, with a clock that is moved by hand and a stranger's envelopes put in by hand. Nothing
/// runs by itself.
final class NetworkFixture implements AutoCloseable {
    static final String STRANGER = "coder.sess-a";
    static final String REVIEWER = "reviewer.sess-b";

    final Json json = new Json(JsonLimits.STORED);
    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final TestStore store;
    final Network network;
    final Caller.Agent reviewer;
    final NetworkSession session;
    private final NetworkConfig config;
    private final Wire wire;
    private final AckWriter acks;
    private final Agents agents;
    private final Credentials credentials;
    private final DeliveryBook book;
    private final DeliverySweep sweep;
    private final WorkspaceId workspace;
    private Instant now = Instant.ofEpochSecond(1_775_822_400);

    NetworkFixture(TestEngine engine, Path folder, NetworkConfig config) {
        this(engine, folder, config, null);
    }

    /// One over a carrier of its own.
    NetworkFixture(
            TestEngine engine, Path folder, NetworkConfig config, @Nullable Transport carrier) {
        this.config = config;
        this.wire = Wire.of(config);
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        Outcomes outcomes = new Outcomes(signals, ledger);
        acks = new AckWriter(store.database(), ledger, this::now);
        Snowflakes ids = new Snowflakes(this::now, 0);
        Supplies supplies =
                new Supplies(store.database(), ids, this::now, new SecureRandom(), json);
        Notices notices = new Notices(ledger, signals);
        credentials = new Credentials(store.database(), this::now, json);
        agents = new Agents(supplies, notices, new Presence(supplies, notices), credentials);
        Deliveries deliveries = new Deliveries(DeliveryLimits.DEFAULTS, outcomes, mailboxes, acks);
        Attachments attachments =
                new Attachments(
                        store.database(),
                        json,
                        mailboxes,
                        acks,
                        outcomes,
                        DeliveryLimits.DEFAULTS,
                        this::now);
        book =
                new DeliveryBook(
                        store.database(),
                        mailboxes,
                        attachments,
                        DeliveryLimits.DEFAULTS,
                        outcomes,
                        this::now);
        sweep =
                new DeliverySweep(
                        store.database(), mailboxes, DeliveryLimits.DEFAULTS, outcomes, this::now);
        network =
                new Network(
                        new Network.Lent(
                                supplies,
                                config,
                                carrier == null ? inProcess() : carrier,
                                "waybill-test",
                                ledger,
                                deliveries,
                                new Waits<>(Waits.LONGEST),
                                metrics));
        workspace = new Workspaces(supplies).create(new NewWorkspace("acme")).workspaceId();
        reviewer = agent("reviewer");
        session = join(reviewer, REVIEWER);
    }

    private Transport inProcess() {
        return new LocalTransport(config.maxPayload(), metrics, this::now);
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    Caller.Agent agent(String name) {
        Registration.Registered registered =
                (Registration.Registered)
                        agents.register(workspace, new NewAgent(name, null, null, null, null));
        Token token = Token.parse(registered.agent().token()).orElseThrow();
        return (Caller.Agent) credentials.identify(token).orElseThrow();
    }

    NetworkSession join(Caller.Agent agent, @Nullable String peer) {
        return network.desk()
                .join(agent, new JoinNetwork("builders", null, peer, null, null, null))
                .session();
    }

    Scope scope() {
        String given = config.workspaceId();
        return new Scope(
                given == null ? null : new NetworkWorkspace(given), new NetworkChannel("builders"));
    }

    /// Brings in what somebody published.
    void hears(String envelope) {
        hears(envelope.getBytes(UTF_8));
    }

    void hears(byte[] bytes) {
        Heard heard = Heard.of(scope(), bytes, wire, now());
        store.database()
                .write(
                        tx -> {
                            network.decide(tx, heard);
                            return true;
                        });
    }

    /// Brings in several, decided about together; what is done `after` them belongs to the same work.
    void hears(List<? extends JsonNode> envelopes, Runnable after) {
        store.database()
                .write(
                        tx -> {
                            envelopes.stream()
                                    .map(one -> one.toString().getBytes(UTF_8))
                                    .forEach(
                                            bytes ->
                                                    network.decide(
                                                            tx,
                                                            Heard.of(scope(), bytes, wire, now())));
                            after.run();
                            return true;
                        });
    }

    /// What a session is to read of an envelope that was kept.
    String prompt(String kept) {
        return SessionPrompt.of(wire.read(kept).orElseThrow(), Trust.UNTRUSTED);
    }

    /// Lets time and acknowledgements have their effect on sessions.
    void look() {
        sweep.giveUpExpired();
        store.database()
                .write(
                        tx -> {
                            network.look(tx);
                            return true;
                        });
    }

    /// All that the reviewer sees.
    List<PeerView> peers() {
        return network.desk()
                .peers(reviewer, new NetworkDesk.PeerQuery("builders", "", Integer.MAX_VALUE))
                .peers();
    }

    SentEnvelope send(SendEnvelope wish) {
        return network.desk().send(reviewer, wish).envelope();
    }

    /// The agent's session has said what it does.
    void reports(Caller.Agent agent, String activity) {
        store.database()
                .write(
                        tx ->
                                tx.execute(
                                        "update agent set activity = ? where id = ?",
                                        activity,
                                        agent.agent()));
    }

    /// The words of what is in the agent's mailbox, oldest first.
    List<String> mailbox(Caller.Agent agent) {
        return book.open(agent.agent(), 200).items().stream()
                .map(item -> item.message().text())
                .toList();
    }

    /// The agent has surfaced the first of what is in its mailbox.
    void delivers(Caller.Agent agent) {
        String id = book.open(agent.agent(), 1).items().getFirst().delivery().id().value();
        book.settle(
                new DeliveryBook.Holder(workspace, agent.agent()), id, new Report.Delivered(null));
    }

    /// Decisions, as `direction kind reason`.
    List<String> audit() {
        return store.database()
                .read(
                        tx ->
                                tx.list(
                                        "select direction, kind, reason from network_audit order by id",
                                        row ->
                                                row.text(1)
                                                        + " "
                                                        + row.textOrNull(2)
                                                        + " "
                                                        + row.textOrNull(3)));
    }

    /// The bodies of receipts that wait to be sent.
    List<String> receipts() {
        return rows(
                        """
                        select m.envelope from network_outbox o join network_message m on m.id = o.id
                        where m.kind = 'receipt' order by m.id
                        """)
                .stream()
                .map(json::tree)
                .map(
                        envelope ->
                                envelope.at("/body/status").asString()
                                        + " "
                                        + envelope.at("/body/reason_code").asString(""))
                .map(String::strip)
                .toList();
    }

    String state(String work) {
        return rows("select state from network_work where work_id = '" + work + "'").getFirst();
    }

    List<String> rows(String sql) {
        return store.database().read(tx -> tx.list(sql, row -> row.text(1)));
    }

    List<String> events() {
        return rows("select type from ledger where type like 'network.%' order by seq");
    }

    @Override
    public void close() {
        network.close();
        acks.close();
        store.close();
    }
}
