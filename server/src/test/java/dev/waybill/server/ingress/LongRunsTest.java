package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.source.Source;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Polling as GitHub really is: runs that take long, Apps, and repositories that move.
@ParameterizedClass
@EnumSource(TestEngine.class)
class LongRunsTest {
    private static final String RUNS = "GET /repos/acme/widgets/actions/runs";
    private static final String EVENTS = "GET /repos/acme/widgets/events";
    private static final String MINT = "POST /app/installations/77/access_tokens";

    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private StubProvider github;
    private GitHubPolling polling;

    LongRunsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new IngressFixture(engine, temp);
        github = StubProvider.start();
        fixture.credential("github", Map.of("token", "ghp_x", "base-url", github.url()));
        polling = fixture.polling(1);
    }

    @AfterEach
    void close() {
        github.close();
        fixture.close();
    }

    @Test
    void a_run_that_newer_ones_have_pushed_off_the_list_is_asked_for_until_its_end() {
        Source source =
                fixture.source(
                        "github_repo_ci",
                        "acme/widgets",
                        "{\"poll\":true,\"statusFilter\":\"completed\"}");
        github.on(RUNS, 200, Map.of("ETag", "\"a\""), runs(run(1, "in_progress", null, 5)))
                .on(RUNS, 200, Map.of("ETag", "\"b\""), runs(run(2, "completed", "success", 70)))
                .on(RUNS, 304, Map.of(), "")
                .on(RUNS, 500, "{}")
                .on(RUNS, 304, Map.of(), "")
                .on(RUNS + "/1", 200, run(1, "in_progress", null, 80))
                .on(RUNS + "/1", 502, "{}")
                .on(RUNS + "/1", 200, run(1, "completed", "failure", 200));

        polling.round();
        assertThat(fixture.events(source)).isEmpty();
        later(60);
        later(60);
        later(60);
        later(600);

        assertThat(fixture.events(source))
                .containsExactly(
                        "workflow_run.ci.completed.success workflow_run:2",
                        "workflow_run.ci.completed.failure workflow_run:1");
        assertThat(github.matching(RUNS + "/1")).hasSize(3);
        later(600);
        assertThat(github.matching(RUNS + "/1")).hasSize(3);
        assertThat(github.journal().getFirst().path()).doesNotContain("status=");
    }

    @Test
    void a_run_that_is_gone_is_not_asked_for_again() {
        fixture.source("github_repo_ci", "acme/widgets", "{\"poll\":true}");
        github.on(RUNS, 200, runs(run(1, "queued", null, 5)))
                .on(RUNS, 200, "{\"workflow_runs\":[]}");

        polling.round();
        later(60);
        later(60);

        assertThat(github.matching(RUNS + "/1")).hasSize(1);
    }

    @Test
    void an_app_asks_with_a_token_of_its_installation() throws NoSuchAlgorithmException {
        Source source = fixture.source("github_repo", "acme/widgets", "{\"poll\":true}");
        fixture.credential(
                "github",
                Map.of(
                        "app-id",
                        "1001",
                        "installation-id",
                        "77",
                        "private-key",
                        key(),
                        "base-url",
                        github.url()));
        github.on(MINT, 201, token("ghs_one"))
                .on(MINT, 201, token("ghs_two"))
                .on(EVENTS, 200, "[]")
                .on(EVENTS, 401, "{}")
                .on(EVENTS, 200, "[" + event(4711, "acme/widgets", 1) + "]");

        polling.round();
        later(60);

        assertThat(fixture.events(source)).containsExactly("IssuesEvent.opened github_event:1");
        assertThat(github.journal().stream().map(asked -> asked.header("authorization")).toList())
                .filteredOn(header -> header.startsWith("Bearer ghs_"))
                .containsExactly("Bearer ghs_one", "Bearer ghs_one", "Bearer ghs_two");
    }

    @Test
    void a_repository_that_has_moved_is_followed() {
        Source source = fixture.source("github_repo", "acme/widgets", "{\"poll\":true}");
        String moved = "GET /repositories/4711/events";
        github.on(EVENTS, 200, "[" + event(4711, "acme/widgets", 1) + "]")
                .on(
                        EVENTS,
                        301,
                        Map.of("Location", github.url() + "/repositories/4711/events"),
                        "{}")
                .on(moved, 200, "[" + event(4711, "else/gadgets", 2) + "]")
                .on("GET /repos/else/gadgets/events", 200, "[]");

        polling.round();
        later(60);
        later(60);

        assertThat(fixture.set.sources().show(fixture.workspace, source.sourceId()).sourceKey())
                .isEqualTo("else/gadgets");
        assertThat(fixture.metadata(source).path("owner").asString()).isEqualTo("else");
        assertThat(github.journal().getLast().path()).startsWith("/repos/else/gadgets/events");
    }

    private void later(long seconds) {
        fixture.pass(Duration.ofSeconds(seconds));
        polling.round();
    }

    private static String event(long repository, String name, int id) {
        return "{\"id\":\"%d\",\"type\":\"IssuesEvent\",\"repo\":{\"id\":%d,\"name\":\"%s\"},\"created_at\":\"%s\",\"payload\":{\"action\":\"opened\",\"issue\":{\"number\":7}}}"
                .formatted(id, repository, name, IngressFixture.START.plusSeconds(id));
    }

    private static String run(int id, String status, @Nullable String conclusion, int seconds) {
        return "{\"id\":%d,\"name\":\"CI\",\"status\":\"%s\",\"conclusion\":%s,\"updated_at\":\"%s\"}"
                .formatted(
                        id,
                        status,
                        conclusion == null ? "null" : "\"" + conclusion + "\"",
                        IngressFixture.START.plusSeconds(seconds));
    }

    private static String runs(String... runs) {
        return "{\"workflow_runs\":[" + String.join(",", runs) + "]}";
    }

    private static String token(String token) {
        return "{\"token\":\"%s\",\"expires_at\":\"%s\"}"
                .formatted(token, IngressFixture.START.plusSeconds(3600));
    }

    private static String key() throws NoSuchAlgorithmException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
        keys.initialize(2048);
        byte[] pkcs8 = keys.generateKeyPair().getPrivate().getEncoded();
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(pkcs8)
                + "\n-----END PRIVATE KEY-----";
    }
}
