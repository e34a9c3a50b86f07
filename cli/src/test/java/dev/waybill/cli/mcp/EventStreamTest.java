package dev.waybill.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    @Test
    void data_of_several_lines_is_one_event() throws IOException {
        EventStream events = stream("data: {\ndata: }\n\ndata:x\n\n");

        assertThat(events.next()).contains("{\n}");
        assertThat(events.next()).contains("x");
        assertThat(events.next()).isEmpty();
    }

    @Test
    void ids_and_pauses_are_remembered_also_without_data() throws IOException {
        EventStream events = stream(": hello\n\nid: s/7\nretry: 250\ndata: \n\n");

        assertThat(events.next()).isEmpty();
        assertThat(events.lastId()).isEqualTo("s/7");
        assertThat(events.pause()).contains(Duration.ofMillis(250));
    }

    @Test
    void an_event_that_did_not_arrive_whole_is_none() throws IOException {
        EventStream events = stream("data: one\n\ndata: tw");

        assertThat(events.next()).contains("one");
        assertThat(events.next()).isEmpty();
    }

    private static EventStream stream(String text) {
        return new EventStream(new ByteArrayInputStream(text.getBytes(UTF_8)), null);
    }
}
