package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Route;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Http2Test {
    record Note(String text) {}

    private static final Route NOTE =
            Route.post("/note", Access.anyone())
                    .summary("Takes a note.")
                    .takes(Note.class)
                    .answers(Note.class)
                    .to(call -> Answer.data(call.body(Note.class)));

    @ParameterizedTest
    @CsvSource({"10, 200", "1000, 413"})
    void bodies_are_bounded_over_http_2_as_well(int length, int status) throws Exception {
        try (TestEdge edge = TestEdge.with(NOTE);
                HttpClient client = HttpClient.newHttpClient()) {
            // Only a request without a body can ask for the change from HTTP/1.1.
            client.send(edge.request("/health").build(), HttpResponse.BodyHandlers.discarding());
            HttpResponse<String> response =
                    client.send(
                            edge.request("/note")
                                    .header("Content-Type", "application/json")
                                    .POST(
                                            HttpRequest.BodyPublishers.ofString(
                                                    "{\"text\":\"" + "x".repeat(length) + "\"}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
        }
    }

    @Test
    void unknown_paths_come_in_the_envelope() throws Exception {
        try (TestEdge edge = TestEdge.with();
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(
                            edge.request("/nowhere").build(), HttpResponse.BodyHandlers.ofString());

            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.body()).contains("\"not_found\"");
        }
    }
}
