package dev.waybill.server.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.rule.NewRule;
import dev.waybill.protocol.rule.RuleFilter;
import dev.waybill.protocol.rule.RuleTarget;
import dev.waybill.server.WholeServer;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.message.Messages;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What was recorded while no rule was watched, and rules that several watch, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class SeveralServersTest {
    private static final WorkspaceId WORKSPACE = new WorkspaceId(1);
    private static final AgentId ALICE = new AgentId(4);
    private static final int EVENTS = 200;

    private final TestEngine engine;
    private final InstantSource clock = InstantSource.system();
    private final Snowflakes ids = new Snowflakes(clock, 0);
    private final Ledger ledger = new Ledger();
    @TempDir private Path temp;
    private TestStore store;

    SeveralServersTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        store.database()
                .write(
                        tx -> {
                            tx.execute(
                                    "insert into workspace (id, name, plan, created_at) values (1, 'w', 'free', 0)");
                            tx.execute(
                                    "insert into channel (id, workspace_id, name, created_at) values (2, 1, 'ops', 0)");
                            return tx.execute(
                                    """
                                    insert into agent (id, workspace_id, name, type, status, metadata, created_at, last_seen)
                                    values (4, 1, 'alice', 'agent', 'online', '{}', 0, 0)
                                    """);
                        });
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void what_happened_before_a_crash_is_told_once_after_it() {
        Followers killed = new Followers(new Ledger());
        rules(killed, 0).create(new Caller.Owner(WORKSPACE), calls());
        killed.close();
        happen();

        try (Followers followers = new Followers(ledger)) {
            rules(followers, 0).resume();
            awaitAll();
        }

        assertThat(told()).hasSize(EVENTS).doesNotHaveDuplicates();
    }

    @Test
    void of_several_that_watch_one_tells_of_each_event() {
        try (Followers one = new Followers(ledger);
                Followers other = new Followers(ledger)) {
            rules(one, 0).create(new Caller.Owner(WORKSPACE), calls());
            rules(other, 1).resume();
            happen();
            awaitAll();
        }

        assertThat(told()).hasSize(EVENTS).doesNotHaveDuplicates();
    }

    private static NewRule calls() {
        return new NewRule(
                null,
                new RuleFilter(List.of("action.invoked"), null, "alice", null, null, null),
                new RuleTarget("ops", null),
                "{invocation_id}",
                null,
                null,
                null,
                null,
                null);
    }

    private void happen() {
        for (int i = 0; i < EVENTS; i++) {
            String invocation = "inv_" + i;
            store.database()
                    .write(
                            tx -> {
                                ledger.append(tx, WORKSPACE, invoked(invocation));
                                return 1;
                            });
        }
    }

    private LedgerEntry invoked(String invocation) {
        Instant now = clock.instant();
        return new LedgerEntry(
                "action.invoked",
                null,
                ALICE,
                invocation,
                Json.emptyObject().put("invocation_id", invocation).put("action_name", "a"),
                now);
    }

    private void awaitAll() {
        WholeServer.await("all are told", () -> told().size() >= EVENTS);
    }

    private List<String> told() {
        return store.database()
                .read(
                        tx ->
                                tx.list(
                                        "select text from message where channel_id = 2 order by id limit 1000",
                                        row -> row.text(1)));
    }

    private Rules rules(Followers followers, int worker) {
        Database database = store.database();
        Json json = new Json(JsonLimits.STORED);
        Mailboxes mailboxes = new Mailboxes();
        Deliveries deliveries =
                new Deliveries(
                        DeliveryLimits.DEFAULTS,
                        new Outcomes(new Signals(mailboxes), ledger),
                        mailboxes,
                        new AckWriter(database, ledger, clock));
        Messages messages =
                new Messages(
                        database,
                        ids,
                        json,
                        deliveries,
                        ledger,
                        new Idempotency(json, clock),
                        clock);
        return new Rules(
                new Supplies(database, ids, clock, new SecureRandom(), json),
                ledger,
                followers,
                new Leases(database, clock, worker, "rule"),
                messages,
                (_, _) -> true);
    }
}
