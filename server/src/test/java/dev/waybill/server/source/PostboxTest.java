package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.store.TestEngine;
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

/// What becomes of events in a mailbox that is full or that nobody looks into, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class PostboxTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final TestEngine engine;
    @TempDir private Path temp;
    private SourceFixture fixture;
    private Source source;

    PostboxTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        begin(2);
    }

    private void begin(int depth) {
        fixture =
                new SourceFixture(
                        engine,
                        temp.resolve("depth" + depth),
                        Echo.NONE,
                        new DeliveryLimits(depth, HOUR, 10));
        source = fixture.source("local_event", "builds");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void happens(int times) {
        IntStream.range(0, times).forEach(_ -> fixture.happens(source, "v", "{}"));
    }

    private void execute(String sql) {
        fixture.store.database().write(tx -> tx.execute(sql));
    }

    private List<String> mails() {
        return fixture.store
                .database()
                .read(
                        tx ->
                                tx.list(
                                        "select mail from event_entry order by sequence",
                                        row -> row.text(1)));
    }

    @Test
    void what_waits_for_its_moment_takes_room_in_the_mailbox() {
        execute("update agent set activity = 'active' where name = 'bob'");
        fixture.set
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
                                null,
                                null,
                                null,
                                DeliveryMode.MANUAL,
                                null,
                                null));
        happens(3);
        fixture.set.look();

        assertThat(mails()).containsExactly("open", "open", "waiting");
        assertThat(fixture.count("delivery")).isEqualTo(2);
    }

    @Test
    void an_agent_that_is_away_for_days_finds_its_events() {
        fixture.subscribe(fixture.bob, source, null);
        happens(1);
        fixture.pass(Duration.ofDays(3));

        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
    }

    @Test
    void what_was_given_up_is_told_again() {
        fixture.subscribe(fixture.bob, source, null);
        happens(1);
        execute("update delivery set status = 'dead_lettered', dead_for = 'expired'");
        fixture.set.look();

        assertThat(mails()).containsExactly("open");
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
        assertThat(fixture.entries(fixture.bob)).hasSize(1);
    }

    @Test
    void a_mode_that_the_session_cannot_do_any_more_is_left_out() {
        fixture.set
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
                                null,
                                null,
                                null,
                                DeliveryMode.MANUAL,
                                null,
                                null));
        execute(
                """
                update agent set capabilities = '{"delivery":{"modes":["immediate"]}}' where name = 'bob'
                """);
        happens(1);

        assertThat(mails()).containsExactly("open");
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
    }

    @Test
    void what_the_session_does_not_take_is_on_record_and_can_be_read() {
        fixture.subscribe(fixture.bob, source, null);
        happens(1);
        execute("update delivery set status = 'failed', available_at = null");
        fixture.set.look();

        assertThat(mails()).containsExactly("lost");
        assertThat(fixture.entries(fixture.bob)).hasSize(1);
        assertThat(fixture.ledger()).contains("item.lost");
        assertThat(fixture.lost("undelivered")).isEqualTo(1);
    }

    @Test
    void events_leave_room_for_what_others_say() {
        fixture.close();
        begin(8);
        fixture.subscribe(fixture.bob, source, null);
        happens(8);

        assertThat(fixture.mailbox(fixture.bob)).hasSize(6);
    }
}
