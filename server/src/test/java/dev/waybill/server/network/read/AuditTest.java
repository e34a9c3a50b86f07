package dev.waybill.server.network.read;

import static dev.waybill.server.network.read.NetworkRows.ALICE;
import static dev.waybill.server.network.read.NetworkRows.CHANNEL;
import static dev.waybill.server.network.read.NetworkRows.NOW;
import static dev.waybill.server.network.read.NetworkRows.OBSERVER;
import static dev.waybill.server.network.read.NetworkRows.OWNER;
import static dev.waybill.server.network.read.NetworkRows.ROOM;
import static dev.waybill.server.network.read.NetworkRows.observer;
import static dev.waybill.server.network.read.NetworkRows.sight;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.network.api.AuditRow;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What was decided, as it is asked for, exported and forgotten.
@ParameterizedClass
@EnumSource(TestEngine.class)
class AuditTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestStore store;
    private NetworkRows rows;

    AuditTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        store = TestStore.open(engine, temp.resolve("data"), StoreConfig.DEFAULTS);
        rows = new NetworkRows(store.database());
    }

    @AfterEach
    void stop() {
        store.close();
    }

    @Test
    void rows_are_found_by_everything_that_they_say() {
        Instant first = NOW.minusSeconds(30);
        String sent = id(rows.audit(first, "sent", "say", CHANNEL, ROOM, "w1", "a", "b", "s1"));
        String rejected =
                id(
                        rows.audit(
                                NOW.minusSeconds(20),
                                "rejected",
                                "trace",
                                "other",
                                "thread_abc",
                                null,
                                "b",
                                null,
                                null,
                                "expired"));
        String unread = id(rows.audit(NOW.minusSeconds(10), "rejected"));

        assertThat(found(AuditQuery.ALL)).containsExactly(unread, rejected, sent);
        assertThat(found(since(NOW.minusSeconds(20)))).containsExactly(unread, rejected);
        assertThat(found(since(Instant.EPOCH))).contains(unread, rejected);
        assertThat(found(until(NOW.minusSeconds(20)))).containsExactly(sent);
        assertThat(found(query("b", null, null, null, null, null, null)))
                .containsExactly(rejected, sent);
        assertThat(found(query(null, CHANNEL, null, null, null, null, null))).containsExactly(sent);
        assertThat(found(query(null, null, "w1", null, null, null, null))).containsExactly(sent);
        assertThat(found(query(null, null, null, "rejected", null, null, null)))
                .containsExactly(unread, rejected);
        assertThat(found(query(null, null, null, null, "expired", null, null)))
                .containsExactly(rejected);
        assertThat(found(query(null, null, null, null, null, "trace", null)))
                .containsExactly(rejected);
        assertThat(found(query(null, null, null, null, null, null, "s1"))).containsExactly(sent);
        assertThat(found(query("a", CHANNEL, "w1", "sent", null, "say", "s1")))
                .containsExactly(sent);
        AuditRow row = list(query("a", null, null, null, null, null, null), null).getFirst();
        assertThat(row.at()).isEqualTo(first);
        assertThat(row.directId()).isEqualTo(ROOM);
        assertThat(row.surface()).isEqualTo("direct");
        assertThat(row.size()).isEqualTo(7);
    }

    @Test
    void the_list_goes_on_where_it_ended() {
        for (int i = 0; i < 5; i++) {
            rows.audit(NOW.minusSeconds(50 - i), "sent");
        }

        Page<AuditRow> first = rows.reads.audit().list(sight(OWNER), AuditQuery.ALL, null, 3);
        long last = Long.parseLong(first.items().getLast().id());
        Page<AuditRow> second = rows.reads.audit().list(sight(OWNER), AuditQuery.ALL, last, 3);

        assertThat(first.more()).isTrue();
        assertThat(second.items()).hasSize(2);
        assertThat(second.more()).isFalse();
    }

    @Test
    void an_export_has_everything_until_now_oldest_first() {
        store.database()
                .write(
                        tx -> {
                            tx.executeEach(
                                    "insert into network_audit (id, workspace_id, direction, size, hash) values (?, 1, 'received', 1, 'h')",
                                    numbers(2500));
                            return true;
                        });
        long ahead = rows.audit(NOW.plus(Duration.ofHours(1)), "sent");

        AuditLog.Export export = rows.reads.audit().export(sight(OWNER), AuditQuery.ALL);
        rows.audit(NOW.plus(Duration.ofHours(1)), "sent");
        List<Integer> sizes = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        List<AuditRow> part = export.next();
        while (!part.isEmpty()) {
            sizes.add(part.size());
            part.forEach(row -> ids.add(Long.parseLong(row.id())));
            part = export.next();
        }

        assertThat(sizes).containsExactly(1000, 1000, 501);
        assertThat(ids).isSorted().doesNotHaveDuplicates().hasSize(2501).endsWith(ahead);
    }

    @Test
    void what_is_rare_is_found_slice_by_slice() {
        AuditLog sliced = new AuditLog(store.database(), 3);
        List<String> rare = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            boolean wanted = i % 13 == 0 || i == 27;
            long row = rows.audit(NOW.minusSeconds(100 - i), wanted ? "rejected" : "sent");
            if (wanted) {
                rare.add(id(row));
            }
        }
        AuditQuery rejected = query(null, null, null, "rejected", null, null, null);

        Page<AuditRow> first = sliced.list(sight(OWNER), rejected, null, 3);
        long last = Long.parseLong(first.items().getLast().id());
        Page<AuditRow> second = sliced.list(sight(OWNER), rejected, last, 3);
        Page<AuditRow> exact = sliced.list(sight(OWNER), rejected, null, rare.size());
        List<String> exported = new ArrayList<>();
        AuditLog.Export export = sliced.export(sight(OWNER), rejected);
        for (List<AuditRow> part = export.next(); !part.isEmpty(); part = export.next()) {
            part.forEach(row -> exported.add(row.id()));
        }

        assertThat(first.items()).extracting(AuditRow::id).isEqualTo(rare.reversed().subList(0, 3));
        assertThat(first.more()).isTrue();
        assertThat(second.items())
                .extracting(AuditRow::id)
                .isEqualTo(rare.reversed().subList(3, 5));
        assertThat(second.more()).isFalse();
        assertThat(exact.items()).hasSize(5);
        assertThat(exact.more()).isFalse();
        assertThat(exported).isEqualTo(rare);
        assertThat(sliced.list(sight(OWNER), since(NOW.minusSeconds(70)), null, 100).items())
                .hasSize(10);
    }

    @Test
    void what_was_kept_long_enough_is_forgotten() {
        store.database()
                .write(
                        tx -> {
                            tx.executeEach(
                                    "insert into network_audit (id, workspace_id, direction, size, hash) values (?, 2, 'received', 1, 'h')",
                                    numbers(2500));
                            return true;
                        });
        rows.audit(NOW.minus(Duration.ofDays(30)), "sent");
        rows.audit(NOW, "sent");
        rows.replay("over", NOW.minusSeconds(1));
        rows.replay("last second", NOW);
        AuditSweep sweep = new AuditSweep(store.database(), () -> NOW, Duration.ofDays(30));

        sweep.sweep();
        sweep.sweep();

        assertThat(rows.count("network_audit")).isEqualTo(2);
        assertThat(rows.count("network_replay")).isEqualTo(1);
    }

    @Test
    void it_is_for_those_from_whom_nothing_is_hidden() {
        Caller filtered =
                observer(
                        new ObserverFilters(null, null, null, null, null, null, NOW),
                        ObserverScope.MESSAGES_READ);

        assertThat(rows.reads.audit().list(sight(OBSERVER), AuditQuery.ALL, null, 5).items())
                .isEmpty();
        for (Caller caller : List.of(ALICE, filtered)) {
            assertThatThrownBy(
                            () -> rows.reads.audit().list(sight(caller), AuditQuery.ALL, null, 5))
                    .isInstanceOf(Refusal.class)
                    .hasMessageStartingWith("forbidden: ");
            assertThatThrownBy(() -> rows.reads.audit().export(sight(caller), AuditQuery.ALL))
                    .isInstanceOf(Refusal.class);
        }
    }

    private static List<Object[]> numbers(int count) {
        List<Object[]> all = new ArrayList<>();
        for (long i = 1; i <= count; i++) {
            all.add(new Object[] {i});
        }
        return all;
    }

    private static String id(long number) {
        return Long.toString(number);
    }

    private List<AuditRow> list(AuditQuery query, @Nullable Long after) {
        return rows.reads.audit().list(sight(OWNER), query, after, 100).items();
    }

    private List<String> found(AuditQuery query) {
        return list(query, null).stream().map(AuditRow::id).toList();
    }

    private static AuditQuery since(Instant moment) {
        return new AuditQuery(moment, null, null, null, null, null, null, null, null);
    }

    private static AuditQuery until(Instant moment) {
        return new AuditQuery(null, moment, null, null, null, null, null, null, null);
    }

    private static AuditQuery query(
            @Nullable String peer,
            @Nullable String channel,
            @Nullable String work,
            @Nullable String direction,
            @Nullable String reason,
            @Nullable String kind,
            @Nullable String session) {
        return new AuditQuery(null, null, peer, channel, work, direction, reason, kind, session);
    }
}
