package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// The whole server, over HTTP.
class WaybillTest {
    private static final String GENERAL = "/v1/channels/general/messages";

    private static HttpClient client;
    private final Json json = new Json(JsonLimits.DEFAULTS);
    @TempDir private Path temp;

    @BeforeAll
    static void openClient() {
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void closeClient() {
        client.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_first_start_makes_keys_that_send_a_message_and_a_second_one_finds_it(TestEngine engine)
            throws Exception {
        Config config = config(engine, "127.0.0.1", AccessConfig.DEFAULTS);
        Keys keys;
        try (Waybill server = Waybill.start(config)) {
            keys = server.firstKeys().orElseThrow();

            HttpResponse<String> sent =
                    post(server, GENERAL, keys.agentToken(), "{\"text\":\"hello\"}");

            assertThat(sent.statusCode()).isEqualTo(201);
            assertThat(data(sent).get("agent_name").asString()).isEqualTo("operator");
        }

        try (Waybill server = Waybill.start(config)) {
            assertThat(server.firstKeys()).isEmpty();

            HttpResponse<String> listed = get(server, GENERAL, keys.workspaceKey());

            assertThat(data(listed)).hasSize(1);
            assertThat(data(listed).get(0).get("text").asString()).isEqualTo("hello");
        }
    }

    @Test
    void the_keys_are_kept_for_their_owner_alone() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            Path file = temp.resolve("data").resolve(Keys.FILE);

            assertThat(json.read(Files.readAllBytes(file), Keys.class))
                    .isEqualTo(server.firstKeys().orElseThrow());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void people_come_in_one_after_the_other() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            HttpResponse<String> workspace =
                    post(server, "/v1/workspaces", null, "{\"name\":\"acme\"}");
            String key = data(workspace).get("api_key").asString();
            HttpResponse<String> alice = post(server, "/v1/agents", key, "{\"name\":\"alice\"}");
            HttpResponse<String> again = post(server, "/v1/agents", key, "{\"name\":\"alice\"}");
            String token = data(alice).get("token").asString();

            assertThat(workspace.statusCode()).isEqualTo(201);
            assertThat(alice.statusCode()).isEqualTo(201);
            assertError(again, 409, "agent_already_exists");
            assertThat(data(get(server, "/v1/agent", token)).get("handle").asString())
                    .isEqualTo("@alice");
            assertThat(data(get(server, "/v1/agents", key))).hasSize(1);
            assertThat(data(get(server, "/v1/workspace", key)).get("name").asString())
                    .isEqualTo("acme");
        }
    }

    @Test
    void a_bad_request_changes_nothing() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            Keys keys = server.firstKeys().orElseThrow();

            assertError(
                    post(server, GENERAL, keys.agentToken(), "{\"text\":\"\"}"),
                    400,
                    "invalid_request");
            assertError(
                    post(server, GENERAL, keys.agentToken(), "{\"text\":"), 400, "invalid_request");
            assertError(
                    post(server, GENERAL, keys.workspaceKey(), "{\"text\":\"x\"}"),
                    403,
                    "agent_token_required");
            assertError(post(server, GENERAL, null, "{\"text\":\"x\"}"), 401, "unauthorized");
            assertError(
                    post(
                            server,
                            "/v1/channels/nowhere/messages",
                            keys.agentToken(),
                            "{\"text\":\"x\"}"),
                    404,
                    "channel_not_found");
            assertError(
                    get(server, GENERAL + "?before=x", keys.agentToken()), 400, "invalid_request");
            assertThat(data(get(server, GENERAL, keys.agentToken()))).isEmpty();
        }
    }

    @Test
    void a_limit_without_sense_is_brought_into_range() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            String token = server.firstKeys().orElseThrow().agentToken();
            post(server, GENERAL, token, "{\"text\":\"one\"}");
            post(server, GENERAL, token, "{\"text\":\"two\"}");

            assertThat(data(get(server, GENERAL + "?limit=0", token))).hasSize(1);
            assertThat(data(get(server, GENERAL + "?limit=1000000", token))).hasSize(2);
            assertThat(data(get(server, GENERAL + "?limit=NaN", token))).hasSize(2);
        }
    }

    @Test
    void beyond_loopback_a_workspace_needs_the_admin_token() throws Exception {
        Config config = config(TestEngine.SQLITE, "0.0.0.0", new AccessConfig("let me in", false));
        try (Waybill server = Waybill.start(config)) {
            assertError(
                    post(server, "/v1/workspaces", null, "{\"name\":\"acme\"}"),
                    401,
                    "unauthorized");
            assertError(
                    post(server, "/v1/workspaces", "let me", "{\"name\":\"acme\"}"),
                    401,
                    "unauthorized");
            assertThat(
                            post(server, "/v1/workspaces", "let me in", "{\"name\":\"acme\"}")
                                    .statusCode())
                    .isEqualTo(201);
        }
    }

    @Test
    void beyond_loopback_workspaces_can_be_opened_by_configuration() throws Exception {
        Config config = config(TestEngine.SQLITE, "0.0.0.0", new AccessConfig(null, true));
        try (Waybill server = Waybill.start(config)) {
            assertThat(post(server, "/v1/workspaces", null, "{\"name\":\"acme\"}").statusCode())
                    .isEqualTo(201);
        }
    }

    @Test
    void a_ready_server_says_so_and_what_it_checked() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            JsonNode ready = data(get(server, "/ready", null));

            assertThat(ready.get("status").asString()).isEqualTo("ready");
            assertThat(ready.get("checks").get(0).get("name").asString()).isEqualTo("store");
        }
    }

    @Test
    void the_store_is_measured() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            assertThat(get(server, "/metrics", null).body())
                    .contains("waybill_store_commit_seconds_count")
                    .contains("waybill_store_queue");
        }
    }

    @Test
    void a_second_server_on_the_same_folder_is_refused_and_leaves_the_first_alone()
            throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            assertThatThrownBy(() -> Waybill.start(sqlite()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("pid " + ProcessHandle.current().pid());

            assertThat(get(server, "/ready", null).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_start_that_fails_leaves_nothing_open() throws Exception {
        try (Waybill first = Waybill.start(sqlite())) {
            Config samePort =
                    at(
                            config(TestEngine.SQLITE, "127.0.0.1", AccessConfig.DEFAULTS),
                            first.url().getPort());

            assertThatThrownBy(() -> Waybill.start(samePort)).hasMessageContaining("cannot listen");

            try (Waybill second = Waybill.start(at(samePort, 0))) {
                assertThat(second.firstKeys()).as("keys nobody has seen yet").isPresent();
            }
        }
    }

    @Test
    void keys_of_an_earlier_database_are_kept() throws Exception {
        Path data = temp.resolve("data");
        Keys lost;
        try (Waybill server = Waybill.start(sqlite())) {
            lost = server.firstKeys().orElseThrow();
        }
        Files.delete(data.resolve("waybill.db"));

        Waybill.start(sqlite()).close();

        assertThat(data)
                .isDirectoryContaining(
                        file ->
                                file.getFileName().toString().startsWith(Keys.FILE + ".")
                                        && contentOf(file.toFile()).contains(lost.workspaceKey()));
    }

    @Test
    void a_message_that_grew_in_the_store_is_still_listed() throws Exception {
        try (Waybill server = Waybill.start(sqlite())) {
            String token = server.firstKeys().orElseThrow().agentToken();
            String numbers = "1e9,".repeat(200_000);

            HttpResponse<String> sent =
                    post(server, GENERAL, token, "{\"text\":\"p\",\"blocks\":[" + numbers + "1]}");

            assertThat(sent.statusCode()).isEqualTo(201);
            assertThat(get(server, GENERAL, token).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void while_postgres_is_away_callers_are_asked_to_come_back_and_then_served() throws Exception {
        TestPostgres postgres = TestPostgres.on(temp.resolve("postgres"), 0);
        Config config = onDatabase(postgres.freshDatabase());
        try (Waybill server = Waybill.start(config)) {
            String token = server.firstKeys().orElseThrow().agentToken();

            postgres.close();
            HttpResponse<String> refused = post(server, GENERAL, token, "{\"text\":\"x\"}");

            assertError(refused, 503, "unavailable");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertError(get(server, "/ready", null), 503, "unavailable");
            assertThat(get(server, "/health", null).statusCode()).isEqualTo(200);
            try (TestPostgres _ = TestPostgres.on(temp.resolve("postgres"), postgres.port())) {
                awaitReady(server);
                assertThat(post(server, GENERAL, token, "{\"text\":\"x\"}").statusCode())
                        .isEqualTo(201);
            }
        }
    }

    /// The pool of reading connections looks for its database every few seconds at most.
    private static void awaitReady(Waybill server) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (get(server, "/ready", null).statusCode() != 200) {
            assertThat(System.nanoTime()).as("ready before the deadline").isLessThan(deadline);
        }
    }

    private Config sqlite() {
        return config(TestEngine.SQLITE, "127.0.0.1", AccessConfig.DEFAULTS);
    }

    private Config config(TestEngine engine, String host, AccessConfig access) {
        Config defaults = Config.DEFAULTS;
        return new Config(
                new ServerConfig(host, 0, temp.resolve("data"), 0, Duration.ofSeconds(5)),
                StoreConfig.DEFAULTS.withDatabase(engine.freshDatabase()),
                defaults.http(),
                defaults.tls(),
                access,
                defaults.delivery(),
                defaults.files(),
                defaults.outbound(),
                defaults.push(),
                defaults.redaction(),
                defaults.actions(),
                defaults.network(),
                defaults.nats(),
                defaults.providers(),
                defaults.ui(),
                defaults.log());
    }

    private Config onDatabase(DatabaseTarget target) {
        Config defaults = sqlite();
        return new Config(
                defaults.server(),
                defaults.store().withDatabase(target),
                defaults.http(),
                defaults.tls(),
                defaults.access(),
                defaults.delivery(),
                defaults.files(),
                defaults.outbound(),
                defaults.push(),
                defaults.redaction(),
                defaults.actions(),
                defaults.network(),
                defaults.nats(),
                defaults.providers(),
                defaults.ui(),
                defaults.log());
    }

    private Config at(Config config, int port) {
        return new Config(
                new ServerConfig(
                        "127.0.0.1", port, temp.resolve("other"), 0, Duration.ofSeconds(5)),
                config.store(),
                config.http(),
                config.tls(),
                config.access(),
                config.delivery(),
                config.files(),
                config.outbound(),
                config.push(),
                config.redaction(),
                config.actions(),
                config.network(),
                config.nats(),
                config.providers(),
                config.ui(),
                config.log());
    }

    private static HttpResponse<String> post(
            Waybill server, String path, @Nullable String token, String body) throws Exception {
        return send(
                request(server, path, token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> get(Waybill server, String path, @Nullable String token)
            throws Exception {
        return send(request(server, path, token));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(
            Waybill server, String path, @Nullable String token) {
        URI uri = URI.create("http://127.0.0.1:" + server.url().getPort()).resolve(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private JsonNode data(HttpResponse<String> response) {
        return json.tree(response.body()).get("data");
    }

    private void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(json.tree(response.body()).get("error").get("code").asString()).isEqualTo(code);
    }
}
