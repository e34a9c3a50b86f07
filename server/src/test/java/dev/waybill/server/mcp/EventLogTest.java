package dev.waybill.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.mcp.EventLog.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private final EventLog log = new EventLog("c1");

    @Test
    void events_are_numbered_and_can_be_read_again() throws Exception {
        log.say("a");
        log.say("b");
        log.end();

        assertThat(read(0)).containsExactly("1 a", "2 b");
        assertThat(read(1)).containsExactly("2 b");
        assertThat(read(2)).isEmpty();
    }

    @Test
    void a_topic_is_not_repeated_before_it_was_heard() throws Exception {
        log.announce("tools", "a");
        log.announce("tools", "b");
        log.announce("prompts", "c");
        long reading = log.attach();
        log.next(reading, 0, Duration.ZERO);
        log.announce("tools", "d");
        log.end();

        assertThat(read(0)).containsExactly("1 a", "2 c", "3 d");
    }

    @Test
    void too_much_drops_the_oldest_that_may_be_missed() throws Exception {
        log.insist("question");
        for (int i = 0; i < 1000; i++) {
            log.say("progress " + i);
        }
        log.finish("answer");

        List<String> kept = read(0);

        assertThat(kept).hasSize(EventLog.MAX_EVENTS);
        assertThat(kept.getFirst()).isEqualTo("1 question");
        assertThat(kept.getLast()).isEqualTo("1002 answer");
    }

    @Test
    void large_events_count_by_their_size() throws Exception {
        String large = "x".repeat(EventLog.MAX_CHARS / 2);
        log.say(large);
        log.say(large);
        log.say("last");
        log.end();

        assertThat(read(0)).hasSize(2).last().isEqualTo("3 last");
    }

    @Test
    void a_new_reader_ends_the_reading_of_the_one_before() throws Exception {
        long first = log.attach();
        long second = log.attach();
        log.say("a");

        assertThat(log.next(first, 0, Duration.ZERO)).isInstanceOf(Step.Taken.class);
        assertThat(log.next(second, 0, Duration.ZERO)).isInstanceOf(Step.Next.class);
        assertThat(log.next(second, 1, Duration.ZERO)).isInstanceOf(Step.Silence.class);
    }

    private List<String> read(long after) throws InterruptedException {
        List<String> read = new ArrayList<>();
        long reading = log.attach();
        long number = after;
        while (log.next(reading, number, Duration.ZERO) instanceof Step.Next(var event)) {
            read.add(event.number() + " " + event.data());
            number = event.number();
        }
        return read;
    }
}
