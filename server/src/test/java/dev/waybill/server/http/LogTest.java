package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// What the log says, and that it never repeats a token, wherever in a failing request it stands.
class LogTest {
    private static final String SECRET = "at_live_5ec2e7";

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("dev.waybill");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private TestEdge edge;

    record Note(String text) {}

    @BeforeEach
    void start() {
        log.start();
        root.addAppender(log);
        root.setLevel(Level.INFO);
        ours.setLevel(Level.DEBUG);
        edge =
                TestEdge.with(
                        Route.get("/who", Access.of(Role.AGENT))
                                .summary("Asks who.")
                                .to(_ -> Answer.done()),
                        Route.get("/gone", Access.anyone())
                                .summary("Fails as it never said it would.")
                                .to(
                                        _ -> {
                                            throw new Problem(ErrorCode.NOT_FOUND, "Gone");
                                        }),
                        Route.post("/note", Access.anyone())
                                .summary("Takes a note.")
                                .takes(Note.class)
                                .to(
                                        call -> {
                                            call.body(Note.class);
                                            throw new IllegalStateException("broken");
                                        }));
    }

    @AfterEach
    void stop() {
        edge.close();
        root.detachAppender(log);
        root.setLevel(Level.WARN);
        ours.setLevel(null);
    }

    @Test
    void failing_requests_leave_no_token_in_the_log_or_the_answer() {
        for (String request : failing()) {
            try (RawConnection connection = edge.connect()) {
                connection.send(request);

                assertThat(connection.readToEnd())
                        .as(request)
                        .containsPattern("^HTTP/1.1 [45]")
                        .doesNotContain(SECRET);
            }
        }
        edge.close();

        assertThat(log.list).extracting(LogTest::written).noneMatch(t -> t.contains(SECRET));
    }

    @Test
    void a_bug_is_logged_once_with_its_request() {
        edge.send(
                edge.request("/note")
                        .header("X-Request-Id", "r-77")
                        .header("Content-Type", "application/json")
                        .POST(
                                java.net.http.HttpRequest.BodyPublishers.ofString(
                                        "{\"text\":\"\"}")));

        List<ILoggingEvent> errors =
                log.list.stream().filter(event -> event.getLevel() == Level.ERROR).toList();

        assertThat(errors).hasSize(1);
        assertThat(errors.getFirst().getMDCPropertyMap()).containsEntry("request", "r-77");
    }

    @Test
    void an_error_that_a_route_does_not_document_is_answered_and_logged_once() {
        assertThat(edge.get("/gone").statusCode()).isEqualTo(404);
        assertThat(edge.get("/gone").statusCode()).isEqualTo(404);

        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.ERROR)
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(event.getKeyValuePairs())
                                        .extracting(pair -> pair.key + "=" + pair.value)
                                        .containsExactly("route=GET /gone", "code=not_found"));
    }

    @Test
    void a_sender_that_hangs_up_is_not_worth_a_warning() {
        try (RawConnection connection = edge.connect()) {
            connection.send(
                    "POST /note HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{");
        }
        edge.awaitMetrics("route=\"/note\"");
        edge.close();

        assertThat(log.list).noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
    }

    @Test
    void start_and_stop_are_one_line_each() {
        edge.close();

        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.INFO)
                .filteredOn(event -> event.getLoggerName().startsWith("dev.waybill"))
                .extracting(ILoggingEvent::getMessage)
                .containsExactly("Listening", "Stopped listening");
    }

    private static List<String> failing() {
        String end = "Host: x\r\nConnection: close\r\n\r\n";
        String authorization = "Authorization: Bearer " + SECRET + "\r\n";
        return List.of(
                "GET /who HTTP/1.1\r\n" + authorization + end,
                "GET /who HTTP/1.1\r\nAuthorization: " + SECRET + "\r\n" + end,
                "GET /nowhere?token=" + SECRET + " HTTP/1.1\r\n" + authorization + end,
                "GET /nowhere/" + SECRET + " HTTP/1.1\r\n" + end,
                "GET /who?token=" + SECRET + "%zz HTTP/1.1\r\n" + authorization + end,
                "GET /%zz" + SECRET + " HTTP/1.1\r\n" + end,
                "GET /who HTTP/1.1\r\n" + authorization + "Bad Header: " + SECRET + "\r\n" + end,
                "GET /who HTTP/1.1\r\n" + authorization + "A: " + "a".repeat(5000) + "\r\n" + end,
                "BREW /who?" + SECRET + " HTTP/1.1\r\n" + authorization + end,
                note("application/json", "{\"text\":\"" + SECRET + "\"}"),
                note("application/json", "{\"text\":\"" + SECRET),
                note("application/json", "{\"text\":[\"" + SECRET + "\"]}"),
                note("text/" + SECRET, "{}"));
    }

    private static String note(String type, String body) {
        return "POST /note?token=%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(SECRET, type, body.length(), body);
    }

    private static String written(ILoggingEvent event) {
        String cause =
                event.getThrowableProxy() == null
                        ? ""
                        : ThrowableProxyUtil.asString(event.getThrowableProxy());
        return event.getFormattedMessage()
                + event.getKeyValuePairs()
                + event.getMDCPropertyMap()
                + cause;
    }
}
