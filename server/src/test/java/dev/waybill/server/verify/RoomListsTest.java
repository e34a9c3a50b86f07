package dev.waybill.server.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The lists of rooms are tables on SQLite alone, so only there they can be wrong.
class RoomListsTest {
    @TempDir private Path data;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete from said_lately where message_id = 101",
                "update said_lately set channel_id = 32 where message_id = 101",
                "update said_lately set thread_id = null where message_id = 103",
                "insert into said_before select * from said_lately where message_id = 101",
                "insert into said_before (channel_id, message_id) values (31, 999)"
            })
    void a_message_that_is_not_listed_once_is_noticed(String fault) {
        try (TestStore store = TestStore.open(data, StoreConfig.DEFAULTS)) {
            store.database().write(SoundWorld::write);
            store.database().write(tx -> tx.execute(fault));

            assertThat(breaches(store)).isNotEmpty();
        }
    }

    @Test
    void a_message_may_be_in_either_list() {
        try (TestStore store = TestStore.open(data, StoreConfig.DEFAULTS)) {
            store.database().write(SoundWorld::write);
            store.database()
                    .write(
                            tx ->
                                    tx.execute(
                                                    "insert into said_before select * from said_lately where message_id < 103")
                                            + tx.execute(
                                                    "delete from said_lately where message_id < 103"));

            assertThat(breaches(store)).isEmpty();
        }
    }

    /// For each message it would take hours where there are millions.
    @Test
    void the_lists_are_looked_through_once_and_not_for_each_message() {
        try (TestStore store = TestStore.open(data, StoreConfig.DEFAULTS)) {
            String question = "explain query plan " + MessageInvariants.PLACE.breaches();

            List<String> steps = store.database().read(tx -> tx.list(question, row -> row.text(4)));
            assertThat(steps)
                    .isNotEmpty()
                    .noneSatisfy(step -> assertThat(step).contains("CORRELATED"));
        }
    }

    private static List<String> breaches(TestStore store) {
        return store.database().read(MessageInvariants.PLACE::broken);
    }
}
