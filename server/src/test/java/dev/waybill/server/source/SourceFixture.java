package dev.waybill.server.source;

import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.InboxItem;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Report;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
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
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Sources over a fresh store, with a clock that is moved by hand. Nothing runs by itself.
final class SourceFixture implements AutoCloseable {
    static final DeliveryHandle HANDLE =
            new DeliveryHandle("github", "issue_comment", "o/r#1", null, "comment");

    final Json json = new Json(JsonLimits.STORED);
    final MeterRegistry metrics = new SimpleMeterRegistry();
    final TestStore store;
    final SourceSet set;
    final Caller.Owner owner;
    final Caller.Agent bob;
    final Agents agents;
    private final Credentials credentials;
    private final DeliveryBook book;
    private final AckWriter acks;
    private final WorkspaceId workspace;
    private final AtomicInteger numbers = new AtomicInteger();
    private Instant now = Instant.ofEpochSecond(1_775_822_400);

    SourceFixture(TestEngine engine, Path folder) {
        this(engine, folder, Echo.NONE, DeliveryLimits.DEFAULTS);
    }

    SourceFixture(TestEngine engine, Path folder, Echo echo, DeliveryLimits limits) {
        this(engine, folder, echo, limits, SourceLimits.DEFAULTS);
    }

    SourceFixture(
            TestEngine engine, Path folder, Echo echo, DeliveryLimits limits, SourceLimits kept) {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        Outcomes outcomes = new Outcomes(signals, ledger);
        acks = new AckWriter(store.database(), ledger, this::now);
        Supplies supplies =
                new Supplies(
                        store.database(),
                        new Snowflakes(this::now, 0),
                        this::now,
                        new SecureRandom(),
                        json);
        Notices notices = new Notices(ledger, signals);
        credentials = new Credentials(store.database(), this::now, json);
        agents = new Agents(supplies, notices, new Presence(supplies, notices), credentials);
        Deliveries deliveries = new Deliveries(limits, outcomes, mailboxes, acks);
        Attachments attachments =
                new Attachments(
                        store.database(), json, mailboxes, acks, outcomes, limits, this::now);
        book =
                new DeliveryBook(
                        store.database(), mailboxes, attachments, limits, outcomes, this::now);
        set =
                new SourceSet(
                        new SourceSet.Lent(
                                supplies,
                                ledger,
                                signals,
                                deliveries,
                                kept,
                                echo,
                                handle -> List.of("add_comment", "close_issue"),
                                metrics));
        mailboxes.onSettled(set::settled);
        workspace = new Workspaces(supplies).create(new NewWorkspace("acme")).workspaceId();
        owner = new Caller.Owner(workspace);
        bob = agent("bob");
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

    Source source(String type, String key) {
        return set.sources().open(owner, new NewSource(null, null, null, type, key, null, null));
    }

    EventSubscription subscribe(Caller.Agent agent, Source source, @Nullable String filter) {
        return subscribe(agent, source, filter, "latest");
    }

    EventSubscription subscribe(
            Caller.Agent agent, Source source, @Nullable String filter, String start) {
        return set.subscriptions()
                .create(
                        owner,
                        new NewEventSubscription(
                                agent.name(),
                                source.sourceId(),
                                null,
                                filter == null ? null : json.tree(filter),
                                null,
                                null,
                                start,
                                null,
                                null,
                                null,
                                null,
                                null))
                .getFirst();
    }

    /// Something new with that metadata.
    Appended happens(Source source, String variant, String metadata) {
        return happens(source, event("n" + numbers.incrementAndGet(), variant, metadata, HANDLE));
    }

    Appended happens(Source source, NewEvent event) {
        return set.events().append(workspace, source.sourceId(), List.of(event));
    }

    NewEvent event(
            String nativeId, String variant, String metadata, @Nullable DeliveryHandle handle) {
        return new NewEvent(
                nativeId, variant, now, json.tree(metadata), Json.emptyObject(), null, handle);
    }

    List<InboxEntry> entries(Caller.Agent agent) {
        return entries(agent, false);
    }

    List<InboxEntry> entries(Caller.Agent agent, boolean all) {
        return set.inboxes()
                .list(owner, agent.name(), new Inboxes.Query(null, all, 200, false))
                .entries();
    }

    /// The item that is the agent's first entry.
    InboxItem item(Caller.Agent agent) {
        return Objects.requireNonNull(entries(agent).getFirst().item());
    }

    List<DeliveryItem> mailbox(Caller.Agent agent) {
        return book.open(agent.agent(), 200).items();
    }

    /// What a program may act on.
    JsonNode data(DeliveryItem item) {
        return store.database()
                .read(
                        tx ->
                                tx.first(
                                        "select metadata from message where id = ?",
                                        row -> json.tree(row.text(1)),
                                        item.message().id()))
                .orElseThrow();
    }

    /// The agent's session has surfaced the first of what is in its mailbox.
    void delivers(Caller.Agent agent) {
        String id = mailbox(agent).getFirst().delivery().id().value();
        book.settle(
                new DeliveryBook.Holder(workspace, agent.agent()), id, new Report.Delivered(null));
    }

    double lost(String reason) {
        return metrics.counter("waybill.events.lost", "reason", reason).count();
    }

    long count(String table) {
        return store.database()
                .read(tx -> tx.first("select count(*) from " + table, row -> row.number(1)))
                .orElseThrow();
    }

    List<String> ledger() {
        return store.database()
                .read(
                        tx ->
                                tx.list(
                                        """
                                        select type from ledger
                                        where type like 'source.%' or type like 'event.%' or type like 'item.%' order by seq
                                        """,
                                        row -> row.text(1)));
    }

    @Override
    public void close() {
        set.close();
        acks.close();
        store.close();
    }
}
