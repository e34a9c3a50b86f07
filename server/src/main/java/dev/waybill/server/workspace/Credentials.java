package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenHash;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells whom a token belongs to.
public final class Credentials {
    private static final String AGENT_NAME = "select name from agent where id = ?";
    private static final String OBSERVER = "select scopes, filters from observer where id = ?";

    private final Database database;
    private final InstantSource clock;
    private final Json json;
    private final TokenTable tokens = new TokenTable();
    private final TokenCache cache = new TokenCache();

    public Credentials(Database database, InstantSource clock, Json json) {
        this.database = database;
        this.clock = clock;
        this.json = json;
    }

    /// Empty when nobody holds the token, or its time is over. What another server has changed may take some seconds to
    /// be noticed here.
    public Optional<Caller> identify(Token token) {
        Instant now = clock.instant();
        TokenHash hash = token.hash();
        Optional<Caller> kept = cache.find(hash, now);
        if (kept.isPresent()) {
            return kept;
        }
        long age = cache.age();
        Optional<Identified> found = database.read(tx -> identify(tx, token, now));
        found.ifPresent(
                known ->
                        cache.keep(
                                hash,
                                known.caller(),
                                new TokenCache.Lifetime(now, known.expiresAt()),
                                age));
        return found.map(Identified::caller);
    }

    /// Asks the store again for these callers, because their tokens have changed.
    public void forget(Predicate<Caller> changed) {
        cache.forget(changed);
    }

    /// Does so for one agent once the transaction is durable.
    void forget(Tx tx, AgentId agent) {
        tx.afterCommit(
                () ->
                        forget(
                                caller ->
                                        caller instanceof Caller.Agent known
                                                && known.agent().equals(agent)));
    }

    private Optional<Identified> identify(ReadTx tx, Token token, Instant now) {
        return tokens.find(tx, token, now)
                .map(grant -> new Identified(caller(tx, token.kind(), grant), grant.expiresAt()));
    }

    private record Identified(Caller caller, @Nullable Instant expiresAt) {}

    private Caller caller(ReadTx tx, TokenKind kind, TokenTable.Grant grant) {
        return switch (kind) {
            case WORKSPACE -> new Caller.Owner(grant.workspace());
            case AGENT -> agent(tx, grant);
            case NODE -> new Caller.Node(grant.workspace(), new NodeId(grant.owner()));
            case OBSERVER -> observer(tx, grant);
            case WEBHOOK -> new Caller.Webhook(grant.workspace(), grant.owner());
        };
    }

    private Caller observer(ReadTx tx, TokenTable.Grant grant) {
        return tx.first(
                        OBSERVER,
                        row ->
                                new Caller.Observer(
                                        grant.workspace(),
                                        new ObserverId(grant.owner()),
                                        scopes(row.text(1)),
                                        json.convert(
                                                json.tree(row.text(2)), ObserverFilters.class)),
                        grant.owner())
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "token of observer "
                                                + grant.owner()
                                                + " without observer"));
    }

    private Set<ObserverScope> scopes(String list) {
        return Arrays.stream(json.convert(json.tree(list), ObserverScope[].class))
                .collect(Collectors.toSet());
    }

    private static Caller agent(ReadTx tx, TokenTable.Grant grant) {
        AgentId id = AgentId.parse(grant.owner());
        String name =
                tx.first(AGENT_NAME, row -> row.text(1), id)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "token of agent " + id + " without agent"));
        return new Caller.Agent(grant.workspace(), id, name);
    }
}
