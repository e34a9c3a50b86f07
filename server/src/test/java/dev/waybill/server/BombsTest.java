package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer.Reply;
import dev.waybill.server.http.TestSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Small documents that would become large ones, wherever the server reads JSON.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BombsTest {
    private static final List<String> PATHS =
            List.of(
                    "/v1/channels/general/messages",
                    "/v1/messages/batch",
                    "/v1/actions",
                    "/mcp",
                    "/v1/network/send",
                    "/v1/deliveries/invoke");

    private TestServer server;
    private String agent;

    @BeforeAll
    void start(@TempDir Path temp) {
        server = TestServer.start(temp);
        agent = server.agent("ann");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void every_bomb_is_refused_wherever_it_is_sent() {
        List<String> before = texts();
        int actions = server.get("/v1/actions", agent).data().size();
        Map<String, Integer> answers = new LinkedHashMap<>();
        Bombs.all()
                .forEach(
                        (name, bomb) ->
                                PATHS.forEach(
                                        path ->
                                                answers.put(
                                                        name + " at " + path,
                                                        server.post(path, agent, bomb).status())));

        assertThat(answers)
                .hasSize(Bombs.all().size() * PATHS.size())
                .allSatisfy((_, status) -> assertThat(status).isBetween(400, 499));
        assertThat(texts()).isEqualTo(before);
        assertThat(server.get("/v1/actions", agent).data()).hasSize(actions);
        well();
    }

    @Test
    void no_frame_makes_the_server_fall() throws InterruptedException {
        String token = server.post("/v1/agent/node-token", agent).data().path("token").asString();
        for (String bomb : Bombs.all().values()) {
            try (TestSocket socket = TestSocket.open(server.url(), "/v1/node/ws", token)) {
                socket.send(bomb);
                assertThat(socket.next()).contains("\"error\"");
            }
        }

        well();
    }

    @Test
    void what_is_compressed_is_not_unpacked() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int megabyte = 0; megabyte < 64; megabyte++) {
                zip.write(zeros);
            }
        }

        assertThat(packed.size()).isLessThan(1 << 20);
        assertThat(gzip(packed.toByteArray())).isEqualTo(415);
        well();
    }

    /// Nothing multiplies out what a number says.
    @Test
    void a_number_of_a_thousand_million_digits_is_held_against_a_schema() {
        for (String schema :
                new String[] {
                    "{\"multipleOf\":3}",
                    "{\"multipleOf\":1e-300}",
                    "{\"type\":\"integer\"}",
                    "{\"maximum\":10}",
                    "{\"enum\":[1,2]}",
                    "{\"const\":1}"
                }) {
            assertThat(server.post("/v1/actions", agent, action(schema)).status()).isLessThan(300);
            for (String number : new String[] {"1e99999999", "1e-99999999", "-1E+999999999"}) {
                Reply reply =
                        server.post(
                                "/v1/actions/count/invoke",
                                agent,
                                "{\"input\":{\"n\":" + number + "}}");
                reply.refused(400, "invalid_request");
            }
            assertThat(
                            server.post(
                                            "/v1/actions/count/invoke",
                                            agent,
                                            "{\"input\":{\"n\":1e9999,\"words\":\"1e999999999\"}}")
                                    .status())
                    .as(schema)
                    .isLessThan(500);
        }

        well();
    }

    private static String action(String schema) {
        return """
        {"name":"count","description":"d","handler_agent":"ann","queue":true,
         "input_schema":{"type":"object","properties":{"n":%s}}}
        """
                .formatted(schema);
    }

    private List<String> texts() {
        return server.get("/v1/channels/general/messages", agent).each("text");
    }

    private void well() {
        Reply reply =
                server.post("/v1/channels/general/messages", agent, "{\"text\":\"still here\"}");
        assertThat(reply.status()).isEqualTo(201);
    }

    private int gzip(byte[] body) throws IOException, InterruptedException {
        URI uri = server.url().resolve("/v1/channels/general/messages");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(uri)
                                    .header("Authorization", "Bearer " + agent)
                                    .header("Content-Type", "application/json")
                                    .header("Content-Encoding", "gzip")
                                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
