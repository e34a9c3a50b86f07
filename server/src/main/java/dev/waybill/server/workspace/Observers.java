package dev.waybill.server.workspace;

import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.NewObserver;
import dev.waybill.protocol.observe.Observer;
import dev.waybill.protocol.observe.ObserverChange;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.observe.ObserverStatus;
import dev.waybill.protocol.observe.Permissions;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The observers of a workspace: who may look, at what, and how long.
public final class Observers {
    private static final ObserverChange UNCHANGED =
            new ObserverChange(null, null, null, null, null);

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final SecureRandom random;
    private final Notices notices;
    private final Credentials credentials;
    private final ObserverTable observers;
    private final TokenTable tokens = new TokenTable();
    private final List<Runnable> bells = new CopyOnWriteArrayList<>();

    public Observers(Supplies supplies, Notices notices, Credentials credentials) {
        this.database = supplies.database();
        this.ids = supplies.ids();
        this.clock = supplies.clock();
        this.random = supplies.random();
        this.notices = notices;
        this.credentials = credentials;
        this.observers = new ObserverTable(supplies.json());
    }

    /// Rings after each commit that changed what somebody may see. Whoever listens must be quick.
    public void onChange(Runnable bell) {
        bells.add(bell);
    }

    public Observer create(WorkspaceId workspace, NewObserver wanted) {
        Instant now = clock.instant();
        Observer observer = observer(wanted, now);
        checkEnd(observer.expiresAt(), now);
        Token token = Token.mint(TokenKind.OBSERVER, random);
        return database.write(
                tx -> {
                    checkName(tx, workspace, observer);
                    observers.insert(tx, workspace, observer);
                    tokens.insert(tx, token, workspace, observer.id().value(), now);
                    record(tx, workspace, "created", observer, now);
                    return observer.withToken(token.secret());
                });
    }

    /// What a caller may read, and whether it may do more than that.
    public static Permissions permissions(Caller caller) {
        return caller instanceof Caller.Observer observer
                ? new Permissions(
                        "observer",
                        observer.scopes().stream().sorted().toList(),
                        observer.filters().normalized())
                : new Permissions("owner", List.of(ObserverScope.values()), ObserverFilters.NONE);
    }

    public List<Observer> all(WorkspaceId workspace) {
        return database.read(tx -> observers.all(tx, workspace));
    }

    public Observer find(WorkspaceId workspace, ObserverId id) {
        return database.read(tx -> require(tx, workspace, id));
    }

    /// Changes an observer that was not revoked; streams it has open see by the new rules at once.
    public Observer update(WorkspaceId workspace, ObserverId id, ObserverChange change) {
        Instant now = clock.instant();
        if (change.expiresAt() != null) {
            checkEnd(change.expiresAtAfter(null), now);
        }
        return database.write(
                tx -> {
                    Observer observer = changed(requireActive(tx, workspace, id), change, now);
                    checkName(tx, workspace, observer);
                    observers.update(tx, observer);
                    record(tx, workspace, "updated", observer, now);
                    ring(tx, id);
                    return observer;
                });
    }

    /// Gives a new token; the old one is worth nothing from now on.
    public Observer rotate(WorkspaceId workspace, ObserverId id) {
        Token token = Token.mint(TokenKind.OBSERVER, random);
        Instant now = clock.instant();
        return database.write(
                tx -> {
                    Observer observer = changed(requireActive(tx, workspace, id), UNCHANGED, now);
                    tokens.remove(tx, id);
                    tokens.insert(tx, token, workspace, id.value(), now);
                    observers.update(tx, observer);
                    record(tx, workspace, "rotated", observer, now);
                    ring(tx, id);
                    return observer.withToken(token.secret());
                });
    }

    /// Revoking twice is the same as once.
    public void revoke(WorkspaceId workspace, ObserverId id) {
        Instant now = clock.instant();
        database.write(
                tx -> {
                    Observer observer = require(tx, workspace, id);
                    if (observer.status() == ObserverStatus.ACTIVE) {
                        tokens.remove(tx, id);
                        observers.revoke(tx, id, now);
                        record(tx, workspace, "revoked", observer, now);
                        ring(tx, id);
                    }
                    return observer;
                });
    }

    private void ring(Tx tx, ObserverId observer) {
        credentials.forget(tx, observer);
        tx.afterCommit(() -> bells.forEach(Runnable::run));
    }

    private void record(Tx tx, WorkspaceId workspace, String what, Observer observer, Instant now) {
        ObjectNode payload = Json.emptyObject();
        payload.putObject("observer_token")
                .put("id", observer.id().value())
                .put("name", observer.name());
        notices.record(
                tx,
                workspace,
                new LedgerEntry(
                        "observer_token." + what, null, null, observer.id().value(), payload, now));
    }

    private Observer require(ReadTx tx, WorkspaceId workspace, ObserverId id) {
        return observers
                .find(tx, workspace, id)
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.OBSERVER_TOKEN_NOT_FOUND,
                                        "Observer token \"" + id + "\" not found"));
    }

    private Observer requireActive(ReadTx tx, WorkspaceId workspace, ObserverId id) {
        Observer observer = require(tx, workspace, id);
        return switch (observer.status()) {
            case ACTIVE -> observer;
            case REVOKED ->
                    throw new Refusal(
                            Reason.OBSERVER_TOKEN_NOT_FOUND,
                            "Observer token \"" + id + "\" was revoked");
        };
    }

    private void checkName(ReadTx tx, WorkspaceId workspace, Observer observer) {
        if (observers.nameTaken(tx, workspace, observer.name(), observer.id())) {
            throw new Refusal(
                    Reason.OBSERVER_TOKEN_NAME_CONFLICT,
                    "An observer token named \"" + observer.name() + "\" already exists");
        }
    }

    private static void checkEnd(@Nullable Instant expiresAt, Instant now) {
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "expires_at is not in the future: " + expiresAt);
        }
    }

    private Observer observer(NewObserver wanted, Instant now) {
        return new Observer(
                new ObserverId("ot_" + ids.next()),
                wanted.name(),
                wanted.description(),
                wanted.scopes(),
                Objects.requireNonNullElse(wanted.filters(), ObserverFilters.NONE).normalized(),
                ObserverStatus.ACTIVE,
                wanted.expiresAt(),
                now,
                null,
                null,
                null,
                null);
    }

    private static Observer changed(Observer before, ObserverChange change, Instant now) {
        return new Observer(
                before.id(),
                Objects.requireNonNullElse(change.name(), before.name()),
                change.descriptionAfter(before.description()),
                Objects.requireNonNullElse(change.scopes(), before.scopes()),
                Objects.requireNonNullElse(change.filters(), before.filters()).normalized(),
                before.status(),
                change.expiresAtAfter(before.expiresAt()),
                before.createdAt(),
                now,
                before.revokedAt(),
                before.lastUsedAt(),
                null);
    }
}
