package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Ids go on after the newest of all, and whoever runs the server hears of a clock that is wrong.
class NumberingTest {
    private static final Instant NOON = Instant.parse("2026-11-19T12:00:00Z");

    private final Logger logger = (Logger) LoggerFactory.getLogger(Numbering.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    @TempDir private Path temp;
    private TestStore store;
    private Snowflakes ids;
    private Numbering numbering;
    private Instant now = NOON;
    private long newest;

    @BeforeEach
    void start() {
        log.start();
        logger.addAppender(log);
        store = TestStore.open(TestEngine.SQLITE, temp.resolve("data"), StoreConfig.DEFAULTS);
        ids = new Snowflakes(() -> now, 7);
        numbering =
                new Numbering(
                        store.database(), ids, () -> now, List.of(_ -> 0L, _ -> newest, _ -> 1L));
    }

    @AfterEach
    void stop() {
        store.close();
        logger.detachAppender(log);
    }

    @Test
    void ids_go_on_after_the_newest_of_all_that_are_numbered() {
        newest = idOf(NOON.plusSeconds(30));

        numbering.follow();

        assertThat(ids.next()).isGreaterThan(newest);
        assertThat(log.list).isEmpty();
    }

    @Test
    void ids_that_are_far_ahead_of_the_clock_are_told_of_once_until_it_has_caught_up() {
        newest = idOf(NOON.plus(Duration.ofHours(1)));
        numbering.follow();
        now = NOON.plusSeconds(1);
        newest = ids.next();
        numbering.follow();

        assertThat(warnings()).containsExactly("[ahead=\"PT1H\"]");

        now = NOON.plus(Duration.ofHours(2));
        numbering.follow();
        newest = idOf(now.plus(Duration.ofMinutes(2)));
        numbering.follow();

        assertThat(warnings()).containsExactly("[ahead=\"PT1H\"]", "[ahead=\"PT2M\"]");
    }

    private static long idOf(Instant instant) {
        return Snowflakes.floorOf(instant);
    }

    private List<String> warnings() {
        return log.list.stream().map(event -> event.getKeyValuePairs().toString()).toList();
    }
}
