package dev.waybill.server.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.source.Arrived;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.source.Echo;
import dev.waybill.server.source.SourceLimits;
import dev.waybill.server.source.SourceSet;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Notices;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Doors and polling over a fresh store, with a clock that is moved by hand.
final class IngressFixture implements AutoCloseable {
    static final Instant START = Instant.ofEpochSecond(1_775_822_400);

    final Json json = new Json(JsonLimits.STORED);
    final TestStore store;
    final SourceSet set;
    final Supplies supplies;
    final WorkspaceId workspace;
    final Doors doors;
    final Map<String, Credential> credentials = new HashMap<>();
    private final Agents agents;
    private Instant now = START;

    IngressFixture(TestEngine engine, Path folder) {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        AckWriter acks = new AckWriter(store.database(), ledger, this::now);
        supplies =
                new Supplies(
                        store.database(),
                        new Snowflakes(this::now, 0),
                        this::now,
                        new SecureRandom(),
                        json);
        set =
                new SourceSet(
                        new SourceSet.Lent(
                                supplies,
                                ledger,
                                signals,
                                new Deliveries(
                                        DeliveryLimits.DEFAULTS,
                                        new Outcomes(signals, ledger),
                                        mailboxes,
                                        acks),
                                SourceLimits.DEFAULTS,
                                Echo.NONE,
                                _ -> List.of(),
                                new SimpleMeterRegistry()),
                        SourceConfigs::check);
        Notices notices = new Notices(ledger, signals);
        agents =
                new Agents(
                        supplies,
                        notices,
                        new Presence(supplies, notices),
                        new Credentials(store.database(), this::now, json));
        workspace = new Workspaces(supplies).create(new NewWorkspace("acme")).workspaceId();
        doors = new Doors(set.sources(), set.events(), this::key, this::now);
    }

    Instant now() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    Optional<Credential> key(WorkspaceId of, String provider, @Nullable String ref) {
        return of.equals(workspace)
                ? Optional.ofNullable(credentials.get(provider))
                : Optional.empty();
    }

    void credential(String provider, Map<String, String> fields) {
        credentials.put(provider, new Credential(provider, fields, true));
    }

    void agent(String name) {
        agents.register(workspace, new NewAgent(name, null, null, null, null));
    }

    Source source(String type, String key, String config) {
        return set.sources()
                .open(
                        new Caller.Owner(workspace),
                        new NewSource(
                                null, null, null, type, key, null, (ObjectNode) json.tree(config)));
    }

    void pause(Source source) {
        set.sources().become(workspace, source.sourceId(), SourceStatus.PAUSED);
    }

    GitHubPolling polling(int worker) {
        return new GitHubPolling(
                supplies,
                set.sources(),
                set.events(),
                this::key,
                new Wires(
                        new TargetGuard(List.of()),
                        Duration.ofSeconds(5),
                        new Redactor(List.of(), Set.of()),
                        this::now),
                new Leases(store.database(), this::now, worker, "event_source"));
    }

    Arrived receive(String host, String sourceId, Map<String, String> headers, String body) {
        return receive(host, sourceId, headers, body.getBytes(UTF_8));
    }

    Arrived receive(String host, String sourceId, Map<String, String> headers, byte[] body) {
        Map<String, String> lower = new HashMap<>();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        return doors.receive(
                host,
                new Arrival(
                        sourceId,
                        name -> Optional.ofNullable(lower.get(name.toLowerCase(Locale.ROOT))),
                        body));
    }

    /// What was kept of the source: variant and native id of each event, in order.
    List<String> events(Source source) {
        return store.database()
                .read(
                        tx ->
                                tx.list(
                                        "select variant, native_id from event where source_id = ? order by seq",
                                        row -> row.text(1) + " " + row.text(2),
                                        source.sourceId()));
    }

    JsonNode metadata(Source source) {
        return json.tree(
                store.database()
                        .read(
                                tx ->
                                        tx.first(
                                                "select metadata from event where source_id = ? order by seq desc",
                                                row -> row.text(1),
                                                source.sourceId()))
                        .orElseThrow());
    }

    @Override
    public void close() {
        set.close();
        store.close();
    }
}
