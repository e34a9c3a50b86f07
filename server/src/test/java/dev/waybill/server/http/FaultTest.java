package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.TestEdge.MappedFault;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultTest {
    private TestEdge edge;

    @BeforeAll
    void start() {
        edge =
                TestEdge.with(
                        Route.get("/busy", Access.anyone())
                                .summary("Is busy.")
                                .fails(ErrorCode.RATE_LIMIT_EXCEEDED)
                                .to(
                                        _ -> {
                                            throw Problem.retryAfter(
                                                    ErrorCode.RATE_LIMIT_EXCEEDED,
                                                    "Too many",
                                                    Duration.ofMillis(1500));
                                        }),
                        Route.get("/mapped", Access.anyone())
                                .summary("Fails in another package.")
                                .fails(ErrorCode.UNAVAILABLE)
                                .to(
                                        _ -> {
                                            throw new MappedFault(
                                                    new Problem(
                                                            ErrorCode.UNAVAILABLE,
                                                            "Store is full"));
                                        }),
                        Route.get("/interrupted", Access.anyone())
                                .summary("Is interrupted while it waits.")
                                .fails(ErrorCode.UNAVAILABLE)
                                .to(
                                        _ -> {
                                            throw new InterruptedException();
                                        }),
                        Route.get("/bug", Access.anyone())
                                .summary("Is broken.")
                                .to(
                                        _ -> {
                                            throw new IllegalStateException("inner detail");
                                        }),
                        Route.get("/stored", Access.anyone())
                                .summary("Cannot read what it has stored.")
                                .to(_ -> Answer.data(TestEdge.JSON.tree("{"))),
                        Route.get("/overflow", Access.anyone())
                                .summary("Recurses.")
                                .to(
                                        _ -> {
                                            throw new StackOverflowError();
                                        }));
    }

    @AfterAll
    void stop() {
        edge.close();
    }

    @Test
    void a_problem_may_say_when_to_come_back() {
        HttpResponse<String> response = edge.get("/busy");

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).contains("2");
    }

    @Test
    void faults_of_other_packages_become_the_problem_they_are_mapped_to() {
        HttpResponse<String> response = edge.get("/mapped");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("\"code\":\"unavailable\"", "Store is full");
    }

    @Test
    void an_endpoint_that_is_interrupted_is_unavailable() {
        HttpResponse<String> response = edge.get("/interrupted");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).contains("\"code\":\"unavailable\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bug", "/stored", "/overflow"})
    void a_bug_is_an_internal_error_that_names_only_the_request(String path) {
        HttpResponse<String> response = edge.send(edge.request(path).header("X-Request-Id", "r.1"));

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("X-Request-Id")).contains("r.1");
        assertThat(response.body())
                .isEqualTo(
                        "{\"ok\":false,\"error\":{\"code\":\"internal_error\",\"message\":\"Internal error; the server's log has it under request r.1\"}}");
    }
}
