package dev.waybill.server.message;

import dev.waybill.protocol.conversation.DirectSent;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.store.Database;
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
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A workspace on a fresh database, and everything that has to do with messages in it.
final class Messaging implements AutoCloseable {
    static final MessagePage ALL = new MessagePage(100, null, null);

    final TestStore store;
    final Json json = new Json(JsonLimits.DEFAULTS);
    final InstantSource clock = InstantSource.system();
    final Snowflakes ids = new Snowflakes(clock, 0);
    final Ledger ledger = new Ledger();
    final Mailboxes mailboxes = new Mailboxes();

    /// Never started: what it is told stays there.
    final AckWriter unwrittenAcks;

    final Messages messages;
    final History history;
    final Reactions reactions;
    final Reads reads;
    final Conversations conversations;
    final Groups groups;
    final Inboxes inboxes;
    final Batches batches;
    final WorkspaceId workspace;
    final Caller.Owner owner;
    private final Agents agents;
    private final Credentials credentials;

    Messaging(TestEngine engine, Path folder) {
        this(engine, folder, DeliveryLimits.DEFAULTS);
    }

    Messaging(TestEngine engine, Path folder, DeliveryLimits limits) {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        Database database = store.database();
        SecureRandom random = new SecureRandom();
        Supplies supplies = new Supplies(database, ids, clock, random, json);
        Signals signals = new Signals(mailboxes);
        Notices notices = new Notices(ledger, signals);
        credentials = new Credentials(database, clock, json);
        agents = new Agents(supplies, notices, new Presence(supplies, notices), credentials);
        Idempotency idempotency = new Idempotency(json, clock);
        unwrittenAcks = new AckWriter(database, ledger, clock);
        Deliveries deliveries =
                new Deliveries(limits, new Outcomes(signals, ledger), mailboxes, unwrittenAcks);
        messages = new Messages(database, ids, json, deliveries, ledger, idempotency, clock);
        history = new History(database, json, mailboxes);
        reactions = new Reactions(database, ids, clock, signals, ledger);
        reads = new Reads(database, clock, signals, ledger);
        conversations = new Conversations(database);
        groups = new Groups(database, ids, clock, ledger, idempotency);
        inboxes = new Inboxes(database);
        batches = new Batches(database, messages, json);
        workspace = new Workspaces(supplies).create(new NewWorkspace("acme")).workspaceId();
        owner = new Caller.Owner(workspace);
    }

    Caller.Agent agent(String name) {
        Registration.Registered registered =
                (Registration.Registered)
                        agents.register(workspace, new NewAgent(name, null, null, null, null));
        Token token = Token.parse(registered.agent().token()).orElseThrow();
        return (Caller.Agent) credentials.identify(token).orElseThrow();
    }

    void remove(String name) {
        agents.remove(workspace, name);
    }

    Message post(Caller.Agent sender, String text) {
        return (Message) send(sender, new Outgoing.ToChannel("general", said(text)));
    }

    DirectSent tell(Caller.Agent sender, String agent, String text) {
        return (DirectSent) send(sender, new Outgoing.ToAgent(agent, said(text)));
    }

    Object send(Caller.Agent sender, Outgoing outgoing) {
        return messages.send(sender, outgoing, null).data();
    }

    static NewMessage said(String text) {
        return new NewMessage(text, null, null, null);
    }

    void execute(String sql, @Nullable Object... values) {
        store.database().write(tx -> tx.execute(sql, values));
    }

    List<String> rows(String sql) {
        return store.database().read(tx -> tx.list(sql, row -> row.text(1)));
    }

    /// The types of what is on record about messages, in order.
    List<String> recorded() {
        return rows(
                """
                select type from ledger where type like 'message.%' or type like 'thread.%'
                    or type like '%dm.%' or type like 'delivery.%' order by seq
                """);
    }

    @Override
    public void close() {
        store.close();
    }
}
