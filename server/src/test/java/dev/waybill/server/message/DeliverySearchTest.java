package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.delivery.AgentBacklog;
import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryPhase;
import dev.waybill.protocol.delivery.DeliveryStatus;
import dev.waybill.protocol.delivery.DeliveryView;
import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.Backlogs;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.DeliverySearch;
import dev.waybill.server.delivery.DeliverySearch.Wanted;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// The deliveries of a whole workspace, as those find them who look after it.
@ParameterizedClass
@EnumSource(TestEngine.class)
class DeliverySearchTest {
    private final TestEngine engine;
    @TempDir private Path folder;
    private Messaging messaging;
    private DeliverySearch search;
    private Caller.Agent alice;
    private Caller.Agent bob;
    private Caller.Agent carol;

    DeliverySearchTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        messaging = new Messaging(engine, folder);
        search =
                new DeliverySearch(
                        messaging.store.database(), messaging.mailboxes, DeliveryLimits.DEFAULTS);
        alice = messaging.agent("alice");
        bob = messaging.agent("bob");
        carol = messaging.agent("carol");
    }

    @AfterEach
    void stop() {
        messaging.close();
    }

    @Test
    void pages_go_through_all_of_them_newest_first() {
        List<MessageId> sent = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sent.add(messaging.post(alice, "m" + i).id());
        }

        List<DeliveryView> seen = new ArrayList<>();
        DeliverySearch.Page page = list(any(), null, 3);
        while (page.next() != null) {
            seen.addAll(page.deliveries());
            page = list(any(), page.next(), 3);
        }
        seen.addAll(page.deliveries());

        assertThat(seen).extracting(DeliveryView::id).doesNotHaveDuplicates().hasSize(10);
        assertThat(seen.stream().map(DeliveryView::messageId).distinct())
                .containsExactlyElementsOf(sent.reversed());
        assertThat(seen)
                .allSatisfy(
                        view -> {
                            assertThat(view.state()).isEqualTo(DeliveryPhase.OPEN);
                            assertThat(view.status()).isEqualTo(DeliveryStatus.QUEUED);
                            assertThat(view.fromName()).isEqualTo("alice");
                        });
    }

    @Test
    void each_state_is_found_where_it_is() {
        MessageId acked = messaging.tell(alice, "bob", "acked").id();
        messaging.execute("update agent set ack_seq = 1 where id = ?", bob.agent());
        MessageId held = messaging.tell(alice, "bob", "held").id();
        MessageId dead = messaging.tell(alice, "bob", "dead").id();
        MessageId open = messaging.tell(alice, "bob", "open").id();
        hold(held);
        becomes(dead, "dead_lettered");

        assertThat(found(DeliveryPhase.ACKED)).containsExactly(acked);
        assertThat(found(DeliveryPhase.HELD)).containsExactly(held);
        assertThat(found(DeliveryPhase.DEAD_LETTERED)).containsExactly(dead);
        assertThat(found(DeliveryPhase.OPEN)).containsExactly(open);
        assertThat(found(DeliveryPhase.OPEN, DeliveryPhase.HELD)).containsExactly(open, held);
        assertThat(found(DeliveryPhase.ACKED, DeliveryPhase.OPEN)).containsExactly(open, acked);
        assertThat(found(DeliveryPhase.DEFERRED)).isEmpty();
    }

    @Test
    void an_agent_a_mode_and_an_age_narrow_what_is_found() {
        MessageId held = messaging.tell(alice, "bob", "held").id();
        hold(held);
        MessageId old = messaging.tell(alice, "carol", "old").id();
        Instant then = messaging.clock.instant().minus(Duration.ofMinutes(10));
        messaging.execute("update delivery set created_at = ? where message_id = ?", then, old);

        assertThat(messages(wanted("bob", null, null, null))).containsExactly(held);
        assertThat(messages(wanted("bob", DeliveryMode.MANUAL, null, null))).containsExactly(held);
        assertThat(messages(wanted(null, DeliveryMode.MANUAL, null, null))).containsExactly(held);
        assertThat(messages(wanted("carol", DeliveryMode.MANUAL, null, null))).isEmpty();
        assertThat(messages(wanted("nobody", null, null, null))).isEmpty();
        assertThat(messages(wanted(null, null, null, then.minusSeconds(60)))).isEmpty();
        assertThat(messages(wanted(null, null, then.plusSeconds(60), null))).containsExactly(held);
        assertThat(messages(wanted(null, null, null, messaging.clock.instant().plusSeconds(1))))
                .containsExactly(old, held);
    }

    @Test
    void a_delivery_is_shown_with_every_attempt() {
        MessageId message = messaging.tell(alice, "bob", "again").id();
        becomes(message, "replaced");
        messaging.execute(
                """
                insert into delivery (agent_id, seq, message_id, reason, created_at, attempt)
                values (?, 2, ?, 'message', ?, 2)
                """,
                bob.agent(),
                message,
                messaging.clock.instant());

        String second = DeliveryIds.of(message, bob.agent(), 2).value();
        var history = search.show(messaging.workspace, second, DeliverySearch.Found::view);

        assertThat(history.delivery().id().value()).isEqualTo(second);
        assertThat(history.attempts())
                .extracting(attempt -> attempt.attempt() + " " + attempt.state().wire())
                .containsExactly("1 replaced", "2 open");
    }

    @Test
    void what_is_hidden_or_of_another_workspace_is_not_there() {
        MessageId message = messaging.tell(alice, "bob", "secret").id();
        String id = DeliveryIds.of(message, bob.agent(), 1).value();
        WorkspaceId other = new WorkspaceId(7);

        assertThat(search.list(any(), null, 50, _ -> null).deliveries()).isEmpty();
        assertThat(list(new Wanted(other, Set.of(), null, null, null, null), null, 50).deliveries())
                .isEmpty();
        for (Runnable look :
                List.<Runnable>of(
                        () -> search.show(messaging.workspace, id, _ -> null),
                        () -> search.show(other, id, DeliverySearch.Found::view),
                        () -> search.show(other, "nonsense", DeliverySearch.Found::view))) {
            assertThatThrownBy(look::run).hasMessageContaining("not found");
        }
        assertThat(new Backlogs(messaging.store.database()).all(other)).isEmpty();
    }

    @Test
    void everything_that_waits_is_counted_for_each_agent() {
        for (int i = 0; i < 60; i++) {
            messaging.post(alice, "m" + i);
        }
        messaging.execute("update agent set ack_seq = 60 where id = ?", carol.agent());
        MessageId held = messaging.tell(alice, "carol", "held").id();
        hold(held);
        becomes(messaging.tell(alice, "carol", "later").id(), "deferred");
        Backlogs backlogs = new Backlogs(messaging.store.database());

        List<AgentBacklog> all = backlogs.all(messaging.workspace);

        assertThat(all)
                .extracting(
                        waits ->
                                "%s %d %d %d"
                                        .formatted(
                                                waits.agentName(),
                                                waits.waiting(),
                                                waits.held(),
                                                waits.deferred()))
                .containsExactly("bob 60 0 0", "carol 2 1 1");
        assertThat(all.getFirst().behindSince()).isEqualTo(all.getFirst().oldestAt());
        assertThat(all.getLast().behindSince()).isNull();
        assertThat(backlogs.seen(messaging.workspace, Instant.EPOCH, (_, _) -> true))
                .isEqualTo(all);
        assertThat(
                        backlogs.seen(
                                messaging.workspace,
                                Instant.EPOCH,
                                (_, room) -> room.name().equals("general")))
                .extracting(AgentBacklog::agentName)
                .containsExactly("bob");
    }

    private void hold(MessageId message) {
        messaging.execute(
                "update message set delivery = '{\"delivery_mode\":\"manual\"}' where id = ?",
                message);
        messaging.execute(
                "update delivery set status = 'held', seq = -seq where message_id = ?", message);
    }

    private void becomes(MessageId message, String status) {
        messaging.execute(
                "update delivery set status = ?, updated_at = ? where message_id = ?",
                status,
                messaging.clock.instant(),
                message);
    }

    private Wanted any() {
        return wanted(null, null, null, null);
    }

    private Wanted wanted(
            @Nullable String agent,
            @Nullable DeliveryMode mode,
            @Nullable Instant since,
            @Nullable Instant until) {
        return new Wanted(messaging.workspace, Set.of(), agent, mode, since, until);
    }

    private List<MessageId> found(DeliveryPhase... phases) {
        return messages(new Wanted(messaging.workspace, Set.of(phases), null, null, null, null));
    }

    private List<MessageId> messages(Wanted wanted) {
        return list(wanted, null, 50).deliveries().stream().map(DeliveryView::messageId).toList();
    }

    private DeliverySearch.Page list(Wanted wanted, @Nullable DeliveryIds after, int limit) {
        return search.list(wanted, after, limit, DeliverySearch.Found::view);
    }
}
