package dev.waybill.server.source;

import static dev.waybill.server.source.SourceFixture.HANDLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.delivery.DeliveryItem;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.source.InboxAck;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// From an event to the agents that want it, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class EventsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private SourceFixture fixture;
    private Source source;

    EventsTest(TestEngine engine) {
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

    @Test
    void an_event_reaches_the_mailbox_with_its_handle_unchanged() {
        fixture.subscribe(fixture.bob, source, null);

        Appended appended = fixture.happens(source, "build.failed", "{\"body\":\"it broke\"}");

        InboxEntry entry = fixture.entries(fixture.bob).getFirst();
        DeliveryItem item = fixture.mailbox(fixture.bob).getFirst();
        assertThat(appended).isEqualTo(new Appended(1, 0, 1L));
        assertThat(entry.deliveryHandle()).isEqualTo(HANDLE);
        assertThat(fixture.item(fixture.bob).deliveryHandle()).isEqualTo(HANDLE);
        JsonNode data = fixture.data(item);
        assertThat(item.message().text()).startsWith("Event local_event:builds:build.failed [ent_");
        assertThat(item.message().text()).contains("| it broke");
        assertThat(data.path("type").asString()).isEqualTo("event");
        assertThat(data.path("entryId").asString()).isEqualTo(entry.entryId());
        DeliveryHandle told =
                fixture.json.convert(data.path("deliveryHandle"), DeliveryHandle.class);
        assertThat(told).isEqualTo(HANDLE);
        assertThat(data.path("operations").toString())
                .isEqualTo("[\"add_comment\",\"close_issue\"]");
        assertThat(fixture.ledger())
                .containsSubsequence(
                        "source.created",
                        "source.subscription_created",
                        "event.received",
                        "item.created",
                        "item.told");
    }

    @Test
    void the_same_event_is_kept_once() {
        fixture.subscribe(fixture.bob, source, null);
        NewEvent event = fixture.event("n1", "v", "{}", null);

        assertThat(fixture.happens(source, event)).isEqualTo(new Appended(1, 0, 1L));
        assertThat(fixture.happens(source, event)).isEqualTo(new Appended(0, 1, null));
        assertThat(fixture.happens(source, fixture.event("n1", "w", "{}", null)))
                .isEqualTo(new Appended(1, 0, 2L));
        assertThat(fixture.mailbox(fixture.bob)).hasSize(2);
    }

    @Test
    void two_subscriptions_of_one_agent_make_one_item() {
        fixture.subscribe(fixture.bob, source, null);
        fixture.subscribe(fixture.bob, source, "{\"metadata\":{\"a\":1}}");

        fixture.happens(source, "v", "{\"a\":1}");

        assertThat(fixture.entries(fixture.bob)).hasSize(1);
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
    }

    @Test
    void only_what_a_filter_wants_is_told() {
        fixture.subscribe(fixture.bob, source, "{\"metadata\":{\"branch\":\"main\"}}");

        fixture.happens(source, "v", "{\"branch\":\"topic\"}");
        fixture.happens(source, "v", "{\"branch\":\"main\"}");

        assertThat(fixture.entries(fixture.bob)).hasSize(1);
        assertThat(fixture.item(fixture.bob).metadata().path("matchReason").asString())
                .isEqualTo("filter shortcuts matched");
    }

    @Test
    void what_was_done_from_here_does_not_come_back_unless_wanted() {
        fixture.close();
        fixture =
                new SourceFixture(
                        engine,
                        temp.resolve("echo"),
                        (_, _, provider, id) -> provider.equals("github") && id.equals("77"),
                        DeliveryLimits.DEFAULTS);
        source = fixture.source("local_event", "builds");
        fixture.subscribe(fixture.bob, source, null);

        fixture.happens(source, "v", "{\"resourceId\":\"77\"}");
        fixture.happens(source, "v", "{\"resourceId\":\"78\",\"selfAuthored\":true}");

        assertThat(fixture.entries(fixture.bob)).hasSize(1);
        assertThat(fixture.item(fixture.bob).metadata().has("selfAuthored")).isFalse();
        assertThat(fixture.count("event where is_own = 1")).isEqualTo(1);
    }

    @Test
    void what_the_session_has_got_is_settled() {
        fixture.subscribe(fixture.bob, source, null);
        fixture.happens(source, "v", "{}");

        fixture.delivers(fixture.bob);
        fixture.set.look();

        assertThat(fixture.entries(fixture.bob)).isEmpty();
        assertThat(fixture.entries(fixture.bob, true).getFirst().ackedAt()).isNotNull();
        assertThat(fixture.ledger()).contains("item.acked");
    }

    @Test
    void what_is_settled_over_http_leaves_the_mailbox() {
        fixture.subscribe(fixture.bob, source, null);
        fixture.happens(source, "v", "{}");
        fixture.happens(source, "v", "{}");
        String first = fixture.entries(fixture.bob).getFirst().entryId();

        assertThat(ack(new InboxAck(first, null, null))).isEqualTo(1);
        assertThat(ack(new InboxAck(first, null, null))).isZero();
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
        assertThat(ack(new InboxAck(null, null, true))).isEqualTo(1);
        assertThat(fixture.mailbox(fixture.bob)).isEmpty();
        assertThat(fixture.count("ledger where type = 'delivery.withdrawn'")).isEqualTo(2);
        assertThat(fixture.count("ledger where type = 'delivery.delivered'")).isZero();
    }

    @Test
    void an_item_stands_for_its_entry() {
        fixture.subscribe(fixture.bob, source, null);
        fixture.happens(source, "v", "{}");
        String item = fixture.entries(fixture.bob).getFirst().itemId();

        assertThat(ack(new InboxAck(null, List.of(item), null))).isEqualTo(1);
        assertThatThrownBy(() -> ack(new InboxAck("ent_nope", null, null)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("unknown inbox entry: ent_nope");
    }

    @Test
    void a_full_mailbox_is_waited_for() {
        fixture.close();
        fixture =
                new SourceFixture(
                        engine,
                        temp.resolve("full"),
                        Echo.NONE,
                        new DeliveryLimits(2, Duration.ofDays(1), 10));
        source = fixture.source("local_event", "builds");
        fixture.subscribe(fixture.bob, source, null);
        IntStream.range(0, 4).forEach(_ -> fixture.happens(source, "v", "{}"));

        assertThat(fixture.mailbox(fixture.bob)).hasSize(2);
        assertThat(fixture.entries(fixture.bob)).hasSize(4);

        fixture.delivers(fixture.bob);
        fixture.set.look();

        assertThat(fixture.mailbox(fixture.bob)).hasSize(2);
        assertThat(fixture.entries(fixture.bob)).hasSize(3);
    }

    private void sql(String statement) {
        fixture.store.database().write(tx -> tx.execute(statement));
    }

    @Test
    void an_agent_that_cannot_be_told_is_not_in_the_way_of_others() {
        Caller.Agent carol = fixture.agent("carol");
        fixture.subscribe(fixture.bob, source, null);
        fixture.subscribe(carol, source, null);
        fixture.happens(source, "v", "{}");
        sql(
                "update event_entry set mail = 'waiting', delivery = '{\"broken' where agent_id = "
                        + fixture.bob.agent().value());

        fixture.happens(source, "v", "{}");
        fixture.set.look();

        assertThat(fixture.entries(carol)).hasSize(2);
        assertThat(fixture.mailbox(carol)).hasSize(2);
        assertThat(fixture.count("event_item")).isEqualTo(3);
        sql("update event_entry set delivery = '{}'");
        fixture.pass(Duration.ofSeconds(3));
        fixture.set.look();
        assertThat(fixture.count("event_item")).isEqualTo(4);
    }

    @Test
    void filters_that_take_long_are_looked_at_outside() {
        SourceLimits hasty =
                new SourceLimits(Duration.ofHours(24), Duration.ofDays(30), 10_000, Duration.ZERO);
        fixture.close();
        fixture =
                new SourceFixture(
                        engine, temp.resolve("hasty"), Echo.NONE, DeliveryLimits.DEFAULTS, hasty);
        source = fixture.source("local_event", "builds");
        String behind = "event_subscription where next_seq is not null";
        IntStream.range(0, 3)
                .forEach(
                        i ->
                                fixture.subscribe(
                                        fixture.agent("a" + i),
                                        source,
                                        "{\"expr\":\"eventVariant == 'v'\"}"));

        fixture.happens(source, "v", "{}");
        assertThat(fixture.count("event_item")).isEqualTo(1);
        assertThat(fixture.count(behind)).isEqualTo(3);
        fixture.happens(source, "v", "{}");
        assertThat(fixture.count("event_item")).isEqualTo(1);
        fixture.set.look();

        assertThat(fixture.count("event_item")).isEqualTo(6);
        assertThat(fixture.count(behind)).isZero();
    }

    @Test
    void a_paused_source_takes_nothing() {
        fixture.set
                .sources()
                .become(fixture.owner.workspace(), source.sourceId(), SourceStatus.PAUSED);

        assertThatThrownBy(() -> fixture.happens(source, "v", "{}"))
                .hasMessageContaining("is paused");
    }

    @Test
    void a_removed_agent_cannot_be_told_anything() {
        Caller.Agent gone = fixture.agent("gone");
        fixture.subscribe(gone, source, null);
        fixture.agents.remove(fixture.owner.workspace(), "gone");

        fixture.happens(source, "v", "{}");
        fixture.set.sweep();

        assertThat(fixture.count("event_item")).isZero();
        assertThat(fixture.count("event_subscription")).isZero();
    }

    @Test
    void nothing_is_left_of_what_a_removed_agent_had() {
        Caller.Agent gone = fixture.agent("gone");
        fixture.subscribe(gone, source, null);
        fixture.happens(source, "v", "{}");
        fixture.agents.remove(fixture.owner.workspace(), "gone");

        fixture.set.sweep();
        fixture.pass(Duration.ofHours(25));
        fixture.set.sweep();

        assertThat(fixture.count("event_item")).isZero();
        assertThat(fixture.count("event_entry")).isZero();
    }

    @Test
    void very_many_subscriptions_are_told_a_part_at_a_time() {
        List<Caller.Agent> many =
                IntStream.range(0, 10).mapToObj(i -> fixture.agent("many" + i)).toList();
        IntStream.range(0, 1_000)
                .forEach(i -> fixture.subscribe(many.get(i % 10), source, i < 500 ? null : "{}"));

        fixture.happens(source, "v", "{}");

        assertThat(fixture.count("event_subscription where next_seq is not null")).isEqualTo(900);
        fixture.set.look();
        assertThat(fixture.count("event_subscription where next_seq is not null")).isZero();
        assertThat(fixture.count("event_item")).isEqualTo(10);
        fixture.happens(source, "v", "{}");
        fixture.set.look();
        assertThat(fixture.count("event_item")).isEqualTo(20);
    }

    private int ack(InboxAck wanted) {
        return fixture.set.inboxes().ack(fixture.owner, fixture.bob.name(), wanted);
    }
}
