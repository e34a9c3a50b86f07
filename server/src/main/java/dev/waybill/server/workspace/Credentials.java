package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenHash;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Settled;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells whom a token belongs to.
public final class Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(Credentials.class);
    private static final String AGENT_NAME = "select name from agent where id = ?";

    /// How much later than it was noted an observer's last use may be.
    private static final Duration USE_NOTED_EVERY = Duration.ofSeconds(30);

    private final Database database;
    private final InstantSource clock;
    private final ObserverTable observers;
    private final TokenTable tokens = new TokenTable();
    private final TokenCache cache = new TokenCache();

    public Credentials(Database database, InstantSource clock, Json json) {
        this.database = database;
        this.clock = clock;
        this.observers = new ObserverTable(json);
    }

    /// Empty when nobody holds the token, or its time is over. What another server has changed may take some seconds to
    /// be noticed here. Now and then it is noted that an observer used its token.
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
                known -> {
                    cache.keep(
                            hash,
                            known.caller(),
                            new TokenCache.Lifetime(now, known.expiresAt()),
                            age);
                    noteUse(known, now);
                });
        return found.map(Identified::caller);
    }

    /// The same straight from the store, and noting nothing: for asking again and again whether a token still holds.
    public Optional<Caller> check(Token token) {
        Instant now = clock.instant();
        return database.read(tx -> identify(tx, token, now)).map(Identified::caller);
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

    /// And for one observer.
    void forget(Tx tx, ObserverId observer) {
        tx.afterCommit(
                () ->
                        forget(
                                caller ->
                                        caller instanceof Caller.Observer known
                                                && known.observer().equals(observer)));
    }

    private Optional<Identified> identify(ReadTx tx, Token token, Instant now) {
        return tokens.find(tx, token, now)
                .flatMap(
                        grant ->
                                token.kind() == TokenKind.OBSERVER
                                        ? observer(tx, grant, now)
                                        : Optional.of(
                                                new Identified(
                                                        caller(tx, token.kind(), grant),
                                                        grant.expiresAt(),
                                                        now)));
    }

    /// `lastUsed` is when the use of the token was last noted.
    private record Identified(Caller caller, @Nullable Instant expiresAt, Instant lastUsed) {}

    private static Caller caller(ReadTx tx, TokenKind kind, TokenTable.Grant grant) {
        return switch (kind) {
            case WORKSPACE -> new Caller.Owner(grant.workspace());
            case AGENT -> agent(tx, grant);
            case NODE -> new Caller.Node(grant.workspace(), new NodeId(grant.owner()));
            case OBSERVER -> throw new IllegalStateException("observers are read with their rules");
            case WEBHOOK -> new Caller.Webhook(grant.workspace(), grant.owner());
        };
    }

    private Optional<Identified> observer(ReadTx tx, TokenTable.Grant grant, Instant now) {
        return observers
                .valid(tx, grant.workspace(), new ObserverId(grant.owner()), now)
                .map(valid -> new Identified(valid.caller(), valid.expiresAt(), valid.lastUsed()));
    }

    private void noteUse(Identified known, Instant now) {
        Instant due = now.minus(USE_NOTED_EVERY);
        if (!(known.caller() instanceof Caller.Observer observer)
                || !known.lastUsed().isBefore(due)) {
            return;
        }
        try {
            database.submit(
                    tx -> observers.used(tx, observer.observer(), now, due), new UseNoted());
        } catch (StoreException e) {
            new UseNoted().failed(e);
        }
    }

    /// A use that could not be noted is noted the next time.
    private static final class UseNoted implements Settled<Integer> {
        @Override
        public void done(Integer rows) {}

        @Override
        public void failed(Throwable reason) {
            LOG.debug("The use of an observer token was not noted: {}", reason.toString());
        }
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
