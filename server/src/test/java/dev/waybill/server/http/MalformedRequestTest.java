package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Route;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a proxy and a server could read differently is refused, and the connection with it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedRequestTest {
    private static final String POST =
            "POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

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
                                .to(call -> Answer.data(call.body(Note.class))));
    }

    @AfterAll
    void stop() {
        edge.close();
    }

    static List<Arguments> malformed() {
        return Stream.of(
                        Arguments.of(
                                "length and chunks",
                                POST
                                        + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                        Arguments.of(
                                "chunks and length",
                                POST
                                        + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n"),
                        Arguments.of(
                                "two lengths",
                                POST + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}}"),
                        Arguments.of(
                                "the same length twice",
                                POST + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of("a list of lengths", POST + "Content-Length: 2, 2\r\n\r\n{}"),
                        Arguments.of("a signed length", POST + "Content-Length: +2\r\n\r\n{}"),
                        Arguments.of("a negative length", POST + "Content-Length: -2\r\n\r\n{}"),
                        Arguments.of(
                                "a folded header",
                                POST + "X-A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of(
                                "a bad chunk size",
                                POST + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
                        Arguments.of(
                                "a huge chunk size",
                                POST
                                        + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
                        Arguments.of(
                                "a chunk without its end",
                                POST + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n"),
                        Arguments.of(
                                "an encoding that is not chunked",
                                POST + "Transfer-Encoding: gzip\r\n\r\n"),
                        Arguments.of(
                                "whitespace before the colon",
                                POST + "X-A : b\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of(
                                "a header without a colon",
                                POST + "X-A\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of(
                                "a control character in a value",
                                POST + "X-A: b\u0001c\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of(
                                "a null character in a name",
                                POST + "X\u0000A: b\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of(
                                "a bare carriage return",
                                POST + "X-A: b\rc\r\nContent-Length: 2\r\n\r\n{}"),
                        Arguments.of("bare line feeds", "GET /health HTTP/1.1\nHost: x\n\n"),
                        Arguments.of("no host", "GET /health HTTP/1.1\r\n\r\n"),
                        Arguments.of(
                                "two hosts", "GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"),
                        Arguments.of("a bad escape", "GET /note/%zz HTTP/1.1\r\nHost: x\r\n\r\n"),
                        Arguments.of(
                                "an escaped dot segment",
                                "GET /a/%2e%2e/health HTTP/1.1\r\nHost: x\r\n\r\n"),
                        Arguments.of("no HTTP at all", "\u0016\u0003\u0001\u0002\r\n\r\n"))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void an_ambiguous_request_is_refused_and_the_connection_ends(String what, String request) {
        try (RawConnection connection = edge.connect()) {
            connection.send(request);

            String answer = connection.readToEnd();

            assertThat(answer).as(what).startsWith("HTTP/1.1 400 ");
            assertThat(answer.lines().filter(line -> line.startsWith("HTTP/"))).hasSize(1);
            assertEnveloped(answer, "invalid_request");
        }
    }

    @Test
    void headers_that_are_too_large_are_refused() {
        try (RawConnection connection = edge.connect()) {
            connection.send(
                    "GET /health HTTP/1.1\r\nHost: x\r\nX-A: " + "a".repeat(5000) + "\r\n\r\n");

            String answer = connection.readToEnd();

            assertThat(answer).startsWith("HTTP/1.1 431 ");
            assertEnveloped(answer, "headers_too_large");
        }
    }

    @Test
    void a_path_that_is_too_long_is_refused() {
        try (RawConnection connection = edge.connect()) {
            connection.send("GET /" + "a".repeat(5000) + " HTTP/1.1\r\nHost: x\r\n\r\n");

            String answer = connection.readToEnd();

            assertThat(answer).startsWith("HTTP/1.1 414 ");
            assertEnveloped(answer, "uri_too_long");
        }
    }

    @Test
    void a_request_line_without_a_version_is_refused() {
        try (RawConnection connection = edge.connect()) {
            connection.send("GET /health\r\n\r\n");

            String answer = connection.readToEnd();

            assertThat(answer).startsWith("HTTP/1.1 505 ");
            assertEnveloped(answer, "http_version_not_supported");
        }
    }

    @Test
    void an_unknown_expectation_is_refused_in_the_envelope() {
        try (RawConnection connection = edge.connect()) {
            connection.send(
                    "GET /health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n");

            String answer = connection.readToEnd();

            assertThat(answer).startsWith("HTTP/1.1 417 ");
            assertEnveloped(answer, "invalid_request");
        }
    }

    private static void assertEnveloped(String answer, String code) {
        assertThat(answer)
                .contains("Content-Type: application/json\r\n")
                .contains("X-Content-Type-Options: nosniff\r\n")
                .contains("X-Request-Id: ")
                .contains("Connection: close\r\n")
                .doesNotContain("Server:")
                .contains("{\"ok\":false,\"error\":{\"code\":\"" + code + "\"");
    }
}
