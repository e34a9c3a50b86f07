package dev.waybill.server.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {
    private static final int LIMIT = 10;
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

    @Test
    void a_body_is_read_by_its_length() throws IOException {
        assertThat(body("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nöö and more")).isEqualTo("öö");
    }

    @Test
    void a_body_without_a_length_goes_on_to_the_end() throws IOException {
        assertThat(body("HTTP/1.0 200 OK\r\n\r\nall of it")).isEqualTo("all of it");
    }

    @Test
    void a_body_in_chunks_is_put_together() throws IOException {
        assertThat(body(CHUNKED + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")).isEqualTo("abcde");
    }

    @Test
    void what_is_beyond_the_limit_is_left() throws IOException {
        String huge = "x".repeat(1000);

        assertThat(body("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + huge)).hasSize(LIMIT);
        assertThat(body(CHUNKED + "3e8\r\n" + huge)).hasSize(LIMIT);
    }

    @Test
    void what_says_that_there_is_more_to_come_is_no_answer_yet() throws IOException {
        HttpAnswer answer = read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 0);

        assertThat(answer.status()).isEqualTo(204);
    }

    @Test
    void an_answer_that_breaks_off_is_none() {
        assertThatThrownBy(() -> body(CHUNKED + "8\r\nabc")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> body(CHUNKED + "zz\r\n")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> body("HTTP/1.1 200 OK\r\nA")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> body("SSH-2.0\r\n\r\n")).isInstanceOf(IOException.class);
    }

    @Test
    void a_body_shorter_than_it_was_said_to_be_is_none() {
        assertThatThrownBy(() -> body("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed within");
        assertThatThrownBy(() -> body("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void what_has_no_body_may_tell_the_length_of_one() throws IOException {
        assertThat(body("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n")).isEmpty();
        assertThat(body("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")).isEmpty();
    }

    private static String body(String answer) throws IOException {
        return read(answer, LIMIT).body();
    }

    private static HttpAnswer read(String answer, int maxBody) throws IOException {
        return new AnswerReader(new ByteArrayInputStream(answer.getBytes(UTF_8)), maxBody).read();
    }
}
