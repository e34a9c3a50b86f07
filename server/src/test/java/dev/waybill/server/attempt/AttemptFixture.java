package dev.waybill.server.attempt;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryAttempt;
import dev.waybill.protocol.outbound.InvokeRequest;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.Patience;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Attempts over a fresh store with one provider on loopback, and a clock that can be moved.
final class AttemptFixture implements AutoCloseable {
    private static final Json JSON = new Json(JsonLimits.STORED);

    final StubProvider stub = StubProvider.start();
    final TestStore store;
    final AttemptSet set;
    final Asker owner;
    private final Supplies supplies;
    private volatile Duration passed = Duration.ZERO;

    /// Closing an issue waits for the owner's word.
    AttemptFixture(TestEngine engine, Path folder, Duration lease, int maxQueued) {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        supplies =
                new Supplies(
                        store.database(),
                        new Snowflakes(this::now, 0),
                        this::now,
                        new SecureRandom(),
                        JSON);
        WorkspaceId workspace =
                new Workspaces(supplies).create(new NewWorkspace("acme")).workspaceId();
        owner = new Asker(workspace, null, null);
        set = server(0, lease, maxQueued);
    }

    /// What one of several servers has.
    AttemptSet server(int worker, Duration lease, int maxQueued) {
        Credential credential =
                new Credential("default", Map.of("token", "t0ken", "base-url", stub.url()), true);
        return AttemptSet.over(
                new AttemptSet.Lent(
                        supplies,
                        new Ledger(),
                        new SimpleMeterRegistry(),
                        new Providers(List.of(new FakeProvider())),
                        new Wires(
                                new TargetGuard(List.of()),
                                Duration.ofSeconds(20),
                                new Redactor(List.of(), Set.of()),
                                this::now),
                        (_, _, _) -> Optional.of(credential),
                        (_, _, asked) ->
                                asked.operation().equals("close_issue")
                                        ? new Permits.Verdict.Approve(List.of())
                                        : new Permits.Verdict.Allow(),
                        Origins.NONE,
                        limits(lease, maxQueued),
                        worker));
    }

    private static AttemptLimits limits(Duration lease, int maxQueued) {
        return new AttemptLimits(
                Duration.ZERO,
                5,
                new Patience(Duration.ofMillis(10), Duration.ofMillis(50)),
                Duration.ofMillis(100),
                Duration.ofMillis(100),
                3,
                lease,
                Duration.ofMillis(100),
                64,
                false,
                maxQueued);
    }

    Instant now() {
        return Instant.now().plus(passed);
    }

    void pass(Duration time) {
        passed = passed.plus(time);
    }

    /// Asks for it and does not wait.
    String ask(String operation, String input) {
        String body =
                """
                {"provider":"github","surface":"issue_comment","targetRef":"o/r#1","operation":"%s","input":%s,"waitMs":0}
                """
                        .formatted(operation, input);
        InvokeRequest request = JSON.convert(JSON.tree(body), InvokeRequest.class);
        return ((Attempts.Answered.Kept) set.attempts().invoke(owner, request, null, () -> true))
                .delivery()
                .deliveryId();
    }

    DeliveryAttempt show(String id) {
        return set.attempts().show(owner, id);
    }

    long count(String table) {
        return store.database()
                .read(tx -> tx.first("select count(*) from " + table, row -> row.number(1)))
                .orElseThrow();
    }

    @Override
    public void close() {
        store.close();
        stub.close();
    }
}
