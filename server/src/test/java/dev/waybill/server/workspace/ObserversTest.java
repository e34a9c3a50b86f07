package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.observe.NewObserver;
import dev.waybill.protocol.observe.Observer;
import dev.waybill.protocol.observe.ObserverChange;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.observe.ObserverStatus;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class ObserversTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

    private final TestEngine engine;
    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Json json = new Json(JsonLimits.DEFAULTS);
    @TempDir private Path temp;
    private TestStore store;
    private Observers observers;
    private Credentials credentials;
    private WorkspaceId acme;
    private WorkspaceId other;

    ObserversTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        Database database = store.database();
        InstantSource clock = now::get;
        Snowflakes ids = new Snowflakes(clock, 0);
        SecureRandom random = new SecureRandom();
        Supplies supplies = new Supplies(database, ids, clock, random, json);
        credentials = new Credentials(database, clock, json);
        Ledger ledger = new Ledger();
        observers =
                new Observers(
                        supplies, new Notices(ledger, new Signals(new Mailboxes())), credentials);
        Workspaces workspaces = new Workspaces(supplies);
        acme = workspaces.create(new NewWorkspace("acme")).workspaceId();
        other = workspaces.create(new NewWorkspace("other")).workspaceId();
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void a_new_observer_is_known_by_its_token_which_is_shown_once() {
        ObserverFilters filters =
                new ObserverFilters(
                        List.of(new ChannelId(7)), List.of(), null, null, null, null, START);

        Observer made =
                observers.create(
                        acme,
                        new NewObserver(
                                "dash",
                                "on the wall",
                                List.of(ObserverScope.STREAM_READ, ObserverScope.STREAM_READ),
                                filters,
                                START.plusSeconds(60)));

        assertThat(made.id().value()).startsWith("ot_");
        assertThat(made.token()).startsWith("ot_live_");
        assertThat(json.text(made.filters()))
                .isEqualTo(
                        "{\"channel_ids\":[\"7\"],\"include_dms\":false,\"created_after\":\"2026-11-15T12:00:00.000Z\"}");
        assertThat(holder(made))
                .contains(
                        new Caller.Observer(
                                acme,
                                made.id(),
                                Set.of(ObserverScope.STREAM_READ),
                                filters.normalized()));
        Observer found = observers.find(acme, made.id());
        assertThat(found.token()).isNull();
        assertThat(found.withToken(String.valueOf(made.token()))).isEqualTo(made);
        assertThat(observers.all(acme)).containsExactly(found);
        assertThat(observers.all(other)).isEmpty();
        assertThat(json.text(found)).contains("\"revoked_at\":null").doesNotContain("token");
    }

    @Test
    void a_name_is_taken_while_its_holder_is_active() {
        Observer first = create("dash");

        assertRefused("observer_token_name_conflict", () -> create("dash"));
        Observer second = create("wall");
        assertRefused(
                "observer_token_name_conflict",
                () -> observers.update(acme, second.id(), change("{\"name\":\"dash\"}")));
        observers.revoke(acme, first.id());

        assertThat(create("dash").id()).isNotEqualTo(first.id());
    }

    @Test
    void a_revoked_token_is_worth_nothing_and_stays_on_record() {
        Observer observer = create("dash");

        observers.revoke(acme, observer.id());
        observers.revoke(acme, observer.id());

        assertThat(holder(observer)).isEmpty();
        Observer found = observers.find(acme, observer.id());
        assertThat(found.status()).isEqualTo(ObserverStatus.REVOKED);
        assertThat(found.revokedAt()).isEqualTo(START);
        assertRefused(
                "observer_token_not_found",
                () -> observers.update(acme, observer.id(), change("{}")));
        assertRefused("observer_token_not_found", () -> observers.rotate(acme, observer.id()));
    }

    @Test
    void a_token_ends_at_its_time_unless_that_is_moved() {
        Observer observer =
                observers.create(
                        acme,
                        new NewObserver(
                                "dash",
                                null,
                                List.of(ObserverScope.STREAM_READ),
                                null,
                                START.plusSeconds(60)));

        now.set(START.plusSeconds(60));
        assertThat(holder(observer)).isEmpty();
        Observer kept = observers.update(acme, observer.id(), change("{\"expires_at\":null}"));

        assertThat(kept.expiresAt()).isNull();
        assertThat(holder(observer)).isPresent();
        assertRefused(
                "invalid_request",
                () ->
                        observers.update(
                                acme,
                                observer.id(),
                                change("{\"expires_at\":\"2026-11-15T12:00:00Z\"}")));
    }

    @Test
    void a_change_leaves_alone_what_it_does_not_name_and_rings() {
        Observer observer =
                observers.create(
                        acme,
                        new NewObserver(
                                "dash", "text", List.of(ObserverScope.STREAM_READ), null, null));
        AtomicInteger rings = new AtomicInteger();
        observers.onChange(rings::incrementAndGet);

        Observer narrowed =
                observers.update(
                        acme,
                        observer.id(),
                        change("{\"scopes\":[\"agents:read\"],\"description\":null}"));

        assertThat(narrowed.name()).isEqualTo("dash");
        assertThat(narrowed.description()).isNull();
        assertThat(narrowed.updatedAt()).isEqualTo(START);
        assertThat(observers.find(acme, observer.id())).isEqualTo(narrowed);
        assertThat(holder(observer).orElseThrow())
                .extracting(caller -> ((Caller.Observer) caller).scopes())
                .isEqualTo(Set.of(ObserverScope.AGENTS_READ));
        assertThat(rings).hasValue(1);
    }

    @Test
    void a_rotated_token_replaces_the_old_one() {
        Observer observer = create("dash");

        Observer rotated = observers.rotate(acme, observer.id());

        assertThat(rotated.token()).isNotEqualTo(observer.token());
        assertThat(holder(observer)).isEmpty();
        assertThat(holder(rotated)).isPresent();
    }

    @Test
    void observers_of_another_workspace_do_not_exist() {
        ObserverId id = create("dash").id();

        assertRefused("observer_token_not_found", () -> observers.find(other, id));
        assertRefused("observer_token_not_found", () -> observers.rotate(other, id));
        assertRefused("observer_token_not_found", () -> observers.revoke(other, id));
        assertRefused("observer_token_not_found", () -> observers.update(other, id, change("{}")));
    }

    @Test
    void its_use_is_noted_now_and_then_and_a_check_is_no_use() {
        Observer observer = create("dash");
        Token token = Token.parse(String.valueOf(observer.token())).orElseThrow();

        credentials.check(token);
        assertThat(lastUsed(observer)).isNull();
        credentials.identify(token);
        flush();
        assertThat(lastUsed(observer)).isEqualTo(START);
        now.set(START.plusSeconds(29));
        credentials.identify(token);
        flush();
        assertThat(lastUsed(observer)).isEqualTo(START);
        now.set(START.plusSeconds(40));
        credentials.identify(token);
        flush();

        assertThat(lastUsed(observer)).isEqualTo(START.plus(Duration.ofSeconds(40)));
    }

    @Test
    void a_request_without_sense_is_refused() {
        assertThatThrownBy(() -> new NewObserver("x", null, List.of(), null, null))
                .hasMessageContaining("scopes");
        assertThatThrownBy(() -> new NewObserver(" ", null, List.of(), null, null))
                .hasMessageContaining("name");
        assertThatThrownBy(() -> change("{\"expires_at\":5}")).hasMessageContaining("expires_at");
        assertThatThrownBy(() -> change("{\"scopes\":[\"all\"]}")).hasMessageContaining("all");
    }

    /// Works are written in order, so this one is behind those handed over before.
    private void flush() {
        store.database().write(tx -> tx.execute("delete from note"));
    }

    private @Nullable Instant lastUsed(Observer observer) {
        return observers.find(acme, observer.id()).lastUsedAt();
    }

    private Observer create(String name) {
        return observers.create(
                acme, new NewObserver(name, null, List.of(ObserverScope.STREAM_READ), null, null));
    }

    private ObserverChange change(String body) {
        return json.read(body.getBytes(StandardCharsets.UTF_8), ObserverChange.class);
    }

    private Optional<Caller> holder(Observer observer) {
        return credentials.check(Token.parse(String.valueOf(observer.token())).orElseThrow());
    }

    private static void assertRefused(
            String code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.reason().wire()).isEqualTo(code));
    }
}
