package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Route;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodyTest {
    private static final String NOTE = "{\"text\":\"hi\"}";

    private TestEdge edge;

    record Note(String text) {}

    @BeforeAll
    void start() {
        edge =
                TestEdge.with(
                        Route.post("/note", Access.anyone())
                                .summary("Takes a note.")
                                .takes(Note.class)
                                .answers(Note.class)
                                .to(call -> Answer.data(call.body(Note.class))),
                        Route.post("/maybe", Access.anyone())
                                .summary("Takes a note, or none.")
                                .mayTake(Note.class)
                                .answers(Note.class)
                                .to(
                                        call ->
                                                Answer.data(
                                                        call.optionalBody(Note.class)
                                                                .orElse(new Note("none")))),
                        Route.post("/bodiless", Access.anyone())
                                .summary("Takes nothing.")
                                .to(_ -> Answer.done()));
    }

    @AfterAll
    void stop() {
        edge.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "application/json;charset=\"UTF-8\"",
                "application/merge-patch+json",
                "Application/JSON"
            })
    void json_bodies_are_read(String contentType) {
        HttpResponse<String> response = edge.post("/note", contentType, NOTE);

        assertThat(response.body()).isEqualTo("{\"ok\":true,\"data\":{\"text\":\"hi\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/json; charset=iso-8859-1",
                "application/jsonx",
                "nonsense"
            })
    void other_bodies_are_an_unsupported_media_type(String contentType) {
        HttpResponse<String> response = edge.post("/note", contentType, NOTE);

        assertRefused(response, 415, "unsupported_media_type");
    }

    @Test
    void a_compressed_body_is_refused() {
        HttpResponse<String> response =
                edge.send(
                        edge.request("/note")
                                .header("Content-Type", "application/json")
                                .header("Content-Encoding", "gzip")
                                .POST(HttpRequest.BodyPublishers.ofString(NOTE)));

        assertRefused(response, 415, "unsupported_media_type");
    }

    @Test
    void a_body_without_a_content_type_is_refused() {
        HttpResponse<String> response =
                edge.send(edge.request("/note").POST(HttpRequest.BodyPublishers.ofString(NOTE)));

        assertRefused(response, 415, "unsupported_media_type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"text\":          | malformed JSON at line 1",
                "{\"text\":\"a\"}}   | malformed JSON at line 1",
                "{}                  | text: missing",
                "{\"text\":null}     | text: must not be null",
                "{\"text\":[]}       | text: expected string",
                "null                | A JSON body is required",
                "[]                  | body: expected object",
            })
    void a_wrong_document_is_an_invalid_request(String body, String message) {
        HttpResponse<String> response = edge.post("/note", "application/json", body);

        assertRefused(response, 400, "invalid_request");
        assertThat(TestEdge.json(response).at("/error/message").asString()).startsWith(message);
    }

    @Test
    void a_body_that_is_not_utf_8_is_an_invalid_request() {
        HttpResponse<String> response =
                edge.send(
                        edge.request("/note")
                                .header("Content-Type", "application/json")
                                .POST(
                                        HttpRequest.BodyPublishers.ofByteArray(
                                                new byte[] {
                                                    '{',
                                                    '"',
                                                    't',
                                                    'e',
                                                    'x',
                                                    't',
                                                    '"',
                                                    ':',
                                                    '"',
                                                    (byte) 0xC0,
                                                    (byte) 0x80,
                                                    '"',
                                                    '}'
                                                })));

        assertRefused(response, 400, "invalid_request");
        assertThat(response.body()).contains("The body is not UTF-8");
    }

    @Test
    void an_absent_body_is_accepted_where_the_route_says_so() {
        HttpRequest.BodyPublisher none = HttpRequest.BodyPublishers.noBody();

        assertThat(edge.send(edge.request("/maybe").POST(none)).body()).contains("\"none\"");
        assertThat(edge.send(edge.request("/bodiless").POST(none)).statusCode()).isEqualTo(200);
        assertThat(edge.post("/bodiless", "application/json", "{}").statusCode()).isEqualTo(200);
        assertRefused(edge.send(edge.request("/note").POST(none)), 400, "invalid_request");
    }

    @Test
    void a_body_at_the_limit_passes_and_one_byte_more_does_not() {
        String full = "{\"text\":\"" + "x".repeat(1000 - 11) + "\"}";

        assertThat(edge.post("/note", "application/json", full).statusCode()).isEqualTo(200);
        assertRefused(edge.post("/note", "application/json", full + " "), 413, "payload_too_large");
        assertRefused(chunked(full + " "), 413, "payload_too_large");
        assertThat(chunked(full).statusCode()).isEqualTo(200);
    }

    @Test
    void a_large_announced_body_is_refused_before_it_is_sent_and_the_connection_ends() {
        try (RawConnection connection = edge.connect()) {
            connection.send(
                    "POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n{");

            assertThat(connection.readToEnd())
                    .startsWith("HTTP/1.1 413 ")
                    .contains("Connection: close")
                    .contains("payload_too_large");
        }
    }

    @Test
    void an_announced_body_that_is_expected_to_be_refused_costs_no_continue() {
        try (RawConnection connection = edge.connect()) {
            connection.send(
                    "POST /note HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n");

            assertThat(connection.readToEnd()).startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void a_sender_that_asks_first_is_told_to_continue() {
        HttpResponse<String> response =
                edge.send(
                        edge.request("/note")
                                .header("Content-Type", "application/json")
                                .expectContinue(true)
                                .POST(HttpRequest.BodyPublishers.ofString(NOTE)));

        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void a_refused_request_leaves_the_connection_usable_when_its_body_was_read() {
        String refused =
                "POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi";

        try (RawConnection connection = edge.connect()) {
            connection.send(refused);
            connection.readThrough("unsupported_media_type");
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

            assertThat(connection.readToEnd()).contains("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_body_that_nobody_wanted_is_taken_before_the_answer_goes_out() {
        try (RawConnection connection = edge.connect()) {
            connection.send(
                    "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{");
            connection.send("\"text\":\"12345678\" }");

            assertThat(connection.readThrough("not_found")).doesNotContain("Connection: close");
            connection.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(connection.readToEnd()).contains("HTTP/1.1 200 ");
        }
    }

    @Test
    void a_sender_that_never_sends_what_it_announced_is_answered_all_the_same() {
        try (TestEdge impatient = TestEdge.with(TestEdge.IMPATIENT);
                RawConnection connection = impatient.connect()) {
            connection.send("POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{");

            assertThat(connection.readToEnd())
                    .startsWith("HTTP/1.1 404 ")
                    .contains("Connection: close");
        }
    }

    private HttpResponse<String> chunked(String body) {
        return edge.send(
                edge.request("/note")
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofInputStream(
                                        () -> new ByteArrayInputStream(body.getBytes(UTF_8)))));
    }

    private static void assertRefused(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(TestEdge.json(response).at("/ok").asBoolean(true)).isFalse();
        assertThat(TestEdge.json(response).at("/error/code").asString()).isEqualTo(code);
    }
}
