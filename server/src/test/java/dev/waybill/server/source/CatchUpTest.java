package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.Shortcut;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.source.SubscriptionPolled;
import dev.waybill.protocol.source.SubscriptionReset;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/// Subscriptions that begin in the past, stop, end and are forgotten, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class CatchUpTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private SourceFixture fixture;
    private Source source;

    CatchUpTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new SourceFixture(engine, temp);
        source = fixture.source("local_event", "builds");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void happen(int times) {
        IntStream.range(0, times).forEach(_ -> fixture.happens(source, "v", "{}"));
    }

    private EventSubscription begin(String policy, @Nullable Long offset, @Nullable Instant time) {
        return fixture.set
                .subscriptions()
                .create(
                        fixture.owner,
                        new NewEventSubscription(
                                "bob",
                                source.sourceId(),
                                null,
                                null,
                                null,
                                null,
                                policy,
                                offset,
                                time,
                                null,
                                null,
                                null))
                .getFirst();
    }

    private long lag(EventSubscription subscription) {
        return fixture.set.subscriptions().lag(fixture.owner, subscription.subscriptionId()).lag();
    }

    @Test
    void the_past_is_read_in_pages_and_then_events_are_taken_as_they_come() {
        happen(150);
        EventSubscription subscription = begin("earliest", null, null);
        assertThat(lag(subscription)).isEqualTo(150);

        SubscriptionPolled first =
                fixture.set.polls().poll(fixture.owner, subscription.subscriptionId());
        happen(1);
        SubscriptionPolled second =
                fixture.set.polls().poll(fixture.owner, subscription.subscriptionId());
        happen(1);

        assertThat(first.eventsRead()).isEqualTo(100);
        assertThat(first.inboxItemsCreated()).isEqualTo(100);
        assertThat(first.committedOffset()).isEqualTo(100);
        assertThat(second.eventsRead()).isEqualTo(51);
        assertThat(lag(subscription)).isZero();
        assertThat(fixture.count("event_item")).isEqualTo(152);
    }

    @Test
    void an_offset_and_a_time_say_where_to_begin() {
        happen(2);
        fixture.pass(Duration.ofMinutes(1));
        Instant then = fixture.now();
        happen(2);

        assertThat(lag(begin("at_offset", 2L, null))).isEqualTo(3);
        assertThat(lag(begin("at_time", null, then))).isEqualTo(2);
        assertThat(lag(begin("at_time", null, then.plusSeconds(1)))).isZero();
        assertThat(lag(begin("latest", null, null))).isZero();
        assertThatThrownBy(() -> begin("at_offset", 0L, null)).hasMessageContaining("startOffset");
        assertThatThrownBy(() -> begin("at_time", null, null)).hasMessageContaining("startTime");
        assertThatThrownBy(() -> begin("soon", null, null)).hasMessageContaining("startPolicy");
    }

    @Test
    void an_offset_that_is_still_to_come_is_waited_for() {
        begin("at_offset", 3L, null);
        happen(2);
        fixture.set.look();
        assertThat(fixture.count("event_item")).isZero();

        happen(2);
        fixture.set.look();

        assertThat(fixture.count("event_item")).isEqualTo(2);
    }

    private void sql(String statement) {
        fixture.store.database().write(tx -> tx.execute(statement));
    }

    @Test
    void a_page_that_cannot_be_written_leaves_neither_items_nor_a_new_place() {
        happen(5);
        EventSubscription subscription = begin("earliest", null, null);
        sql("alter table event_entry_item rename to away");

        assertThatThrownBy(
                        () ->
                                fixture.set
                                        .polls()
                                        .poll(fixture.owner, subscription.subscriptionId()))
                .isInstanceOf(StoreException.class);

        assertThat(fixture.count("event_item")).isZero();
        assertThat(lag(subscription)).isEqualTo(5);
        sql("alter table away rename to event_entry_item");
        fixture.set.look();
        assertThat(fixture.count("event_item")).isEqualTo(5);
        assertThat(fixture.mailbox(fixture.bob)).hasSize(5);
    }

    @Test
    void an_event_that_cannot_be_read_is_never_passed_over() {
        happen(5);
        EventSubscription subscription = begin("earliest", null, null);
        sql("update event set metadata = '{\"broken' where seq = 4");

        fixture.set.look();

        assertThat(fixture.count("event_item")).isEqualTo(3);
        assertThat(lag(subscription)).isEqualTo(2);
        sql("update event set metadata = '{}'");
        fixture.pass(Duration.ofSeconds(3));
        fixture.set.look();
        assertThat(fixture.count("event_item")).isEqualTo(5);
        assertThat(fixture.mailbox(fixture.bob)).hasSize(5);
        assertThat(lag(subscription)).isZero();
    }

    @Test
    void an_event_that_cannot_be_decided_stops_the_subscription_and_is_named() {
        happen(2);
        EventSubscription subscription = begin("earliest", null, null);
        fixture.store
                .database()
                .write(
                        tx ->
                                tx.execute(
                                        "update event_subscription set filter = '[]' where id = ?",
                                        subscription.subscriptionId()));

        fixture.set.look();

        var lag = fixture.set.subscriptions().lag(fixture.owner, subscription.subscriptionId());
        assertThat(lag.lag()).isEqualTo(2);
        assertThat(lag.lastError()).startsWith("event 1: ");
        assertThat(fixture.ledger()).contains("source.subscription_stopped");
        fixture.store
                .database()
                .write(
                        tx ->
                                tx.execute(
                                        "update event_subscription set filter = '{}' where id = ?",
                                        subscription.subscriptionId()));
        fixture.pass(Duration.ofSeconds(3));
        fixture.set.look();
        assertThat(fixture.count("event_item")).isEqualTo(2);
    }

    @Test
    void a_live_subscription_that_cannot_decide_does_not_keep_the_event_from_others() {
        EventSubscription broken = begin("latest", null, null);
        fixture.store
                .database()
                .write(tx -> tx.execute("update event_subscription set filter = '[]'"));
        fixture.subscribe(fixture.agent("carol"), source, null);

        happen(1);
        fixture.set.look();

        assertThat(fixture.count("event_item")).isEqualTo(1);
        assertThat(lag(broken)).isEqualTo(1);
        fixture.set
                .subscriptions()
                .reset(
                        fixture.owner,
                        broken.subscriptionId(),
                        new SubscriptionReset("latest", null, null));
        assertThat(lag(broken)).isZero();
    }

    @Test
    void a_pull_request_that_is_closed_ends_what_tracks_it_after_a_while() {
        Source repository = fixture.source("github_repo", "o/r");
        ObjectNode args = (ObjectNode) fixture.json.tree("{\"number\":7}");
        EventSubscription subscription =
                fixture.set
                        .subscriptions()
                        .create(
                                fixture.owner,
                                new NewEventSubscription(
                                        "bob",
                                        repository.sourceId(),
                                        new Shortcut("pr", args),
                                        null,
                                        null,
                                        new CleanupPolicy("on_terminal", null, 60L),
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null))
                        .getFirst();
        assertThat(subscription.trackedResourceRef()).isEqualTo("repo:o/r:pr:7");

        fixture.happens(
                repository, "PullRequestEvent.closed", "{\"number\":7,\"repoFullName\":\"o/r\"}");
        fixture.set.sweep();
        assertThat(fixture.count("event_subscription")).isEqualTo(1);
        assertThat(fixture.count("event_item")).isEqualTo(1);

        fixture.pass(Duration.ofSeconds(61));
        fixture.set.sweep();
        assertThat(fixture.count("event_subscription")).isZero();
        assertThat(fixture.ledger())
                .contains("source.subscription_retiring", "source.subscription_retired");
    }

    @Test
    void what_was_forgotten_unread_is_told() {
        happen(3);
        EventSubscription slow = fixture.subscribe(fixture.bob, source, null, "earliest");
        sql("delete from event where seq < 3");

        fixture.set.look();

        assertThat(
                        fixture.set
                                .subscriptions()
                                .lag(fixture.owner, slow.subscriptionId())
                                .lastError())
                .isEqualTo("events 1 to 2 were forgotten before they were read");
        assertThat(fixture.entries(fixture.bob)).hasSize(1);
        assertThat(fixture.ledger()).contains("source.subscription_gap");
        EventSubscription late = fixture.subscribe(fixture.bob, source, null, "earliest");
        fixture.set.look();
        assertThat(
                        fixture.set
                                .subscriptions()
                                .lag(fixture.owner, late.subscriptionId())
                                .lastError())
                .isNull();
    }

    @Test
    void what_is_old_is_forgotten() {
        begin("latest", null, null);
        happen(3);
        fixture.delivers(fixture.bob);
        fixture.set.look();

        fixture.pass(Duration.ofHours(25));
        fixture.set.sweep();
        assertThat(fixture.count("event_item")).isEqualTo(2);
        assertThat(fixture.count("event_entry")).isEqualTo(2);
        assertThat(fixture.count("event")).isEqualTo(3);

        fixture.pass(Duration.ofDays(31));
        fixture.set.sweep();
        assertThat(fixture.count("event")).isZero();
        assertThat(fixture.count("event_item")).as("nobody has dealt with them").isEqualTo(2);
    }
}
