package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;

/// Workspaces with agents in a real database, at a time that can be moved.
final class TestTenants implements AutoCloseable {
    private final TestStore store;
    private Instant now = Instant.parse("2026-11-15T09:30:00Z");
    final Ledger ledger = new Ledger();
    final Mailboxes mailboxes = new Mailboxes();
    final Supplies supplies;
    final Notices notices;
    final Workspaces workspaces;
    final Credentials credentials;
    final Presence presence;
    final Agents agents;

    TestTenants(TestEngine engine, Path folder) {
        store = TestStore.open(engine, folder.resolve("data"), StoreConfig.DEFAULTS);
        InstantSource clock = () -> now;
        Json json = new Json(JsonLimits.STORED);
        supplies =
                new Supplies(
                        store.database(),
                        new Snowflakes(clock, 0),
                        clock,
                        new SecureRandom(),
                        json);
        notices = new Notices(ledger, new Signals(mailboxes));
        workspaces = new Workspaces(supplies);
        credentials = new Credentials(store.database(), clock, json);
        presence = new Presence(supplies, notices);
        agents = new Agents(supplies, notices, presence, credentials);
    }

    Database database() {
        return store.database();
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    WorkspaceId workspace(String name) {
        return workspaces.create(new NewWorkspace(name)).workspaceId();
    }

    Token token(WorkspaceId workspace, String name) {
        Registration registration =
                agents.register(workspace, new NewAgent(name, null, null, null, null));
        return Token.parse(((Registration.Registered) registration).agent().token()).orElseThrow();
    }

    Caller.Agent agent(WorkspaceId workspace, String name) {
        return (Caller.Agent) credentials.identify(token(workspace, name)).orElseThrow();
    }

    /// What an observer with every scope sees that has these filters.
    static Sight observing(WorkspaceId workspace, ObserverFilters filters) {
        return Sight.of(
                new Caller.Observer(
                        workspace,
                        new ObserverId("ot_1"),
                        EnumSet.allOf(ObserverScope.class),
                        filters));
    }

    /// What the ledger says, oldest first, each as its type and payload.
    List<String> ledger() {
        return rows("select type || ' ' || coalesce(payload, '') from ledger order by seq");
    }

    List<String> rows(String sql) {
        return database().read(tx -> tx.list(sql, row -> row.text(1)));
    }

    @Override
    public void close() {
        store.close();
    }
}
