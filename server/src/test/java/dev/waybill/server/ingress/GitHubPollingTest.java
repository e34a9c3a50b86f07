package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class GitHubPollingTest {
    private static final String EVENTS = "GET /repos/acme/widgets/events";
    private static final String RUNS = "GET /repos/acme/widgets/actions/runs";

    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private StubProvider github;
    private GitHubPolling polling;

    GitHubPollingTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new IngressFixture(engine, temp);
        github = StubProvider.start();
        fixture.credential("github", Map.of("token", "ghp_x", "base-url", github.url() + "/"));
        polling = fixture.polling(1);
    }

    @AfterEach
    void close() {
        github.close();
        fixture.close();
    }

    @Test
    void what_is_new_is_taken_once_the_oldest_first() {
        Source source = polled("{\"poll\":true}");
        github.on(EVENTS, 200, Map.of("ETag", "W/\"a\""), list(event(2, 20), event(1, 10)))
                .on(EVENTS, 304, Map.of(), "")
                .on(EVENTS, 200, Map.of("ETag", "W/\"b\""), list(event(3, 90), event(2, 20)));

        polling.round();
        later(60);
        later(60);

        assertThat(fixture.events(source))
                .containsExactly(
                        "IssuesEvent.opened github_event:1",
                        "IssuesEvent.opened github_event:2",
                        "IssuesEvent.opened github_event:3");
        assertThat(asked("if-none-match")).containsExactly("", "W/\"a\"", "W/\"a\"");
        assertThat(asked("authorization")).containsOnly("Bearer ghp_x");
        assertThat(github.journal().getFirst().path()).endsWith("/events?per_page=30&page=1");
    }

    @Test
    void github_says_how_often_it_wants_to_be_asked() {
        polled("{\"poll\":true,\"pollIntervalSecs\":15}");
        github.on(EVENTS, 200, Map.of("X-Poll-Interval", "120"), "[]");

        polling.round();
        polling.round();
        later(119);
        assertThat(github.journal()).hasSize(1);
        later(1);
        assertThat(github.journal()).hasSize(2);
    }

    @Test
    void a_clock_that_is_set_back_makes_no_pause_longer() {
        polled("{\"poll\":true}");
        github.on(EVENTS, 200, Map.of(), "[]");

        polling.round();
        later(-3600);

        assertThat(github.journal()).hasSize(2);
    }

    @Test
    void what_happened_before_the_source_was_made_is_no_news() {
        Source source = polled("{\"poll\":true}");
        github.on(EVENTS, 200, list(event(2, 5), event(1, -5)));

        polling.round();

        assertThat(fixture.events(source)).containsExactly("IssuesEvent.opened github_event:2");
    }

    @Test
    void a_full_page_of_news_has_another_behind_it() {
        Source source = polled("{\"poll\":true,\"perPage\":2}");
        github.on(EVENTS, 200, list(event(1, 10)))
                .on(EVENTS, 200, list(event(5, 50), event(4, 40)))
                .on(EVENTS, 200, list(event(3, 30), event(1, 10)));

        polling.round();
        later(60);

        assertThat(fixture.events(source)).hasSize(4);
        assertThat(github.journal().stream().map(StubProvider.Request::path).toList())
                .extracting(path -> path.substring(path.indexOf('?')))
                .containsExactly("?per_page=2&page=1", "?per_page=2&page=1", "?per_page=2&page=2");
    }

    @Test
    void what_nobody_wants_hides_nothing_behind_it() {
        Source source = polled("{\"poll\":true,\"perPage\":2}");
        String star = event(9, 90).replace("IssuesEvent", "WatchEvent");
        github.on(EVENTS, 200, list(star, star))
                .on(EVENTS, 200, list(event(1, 10)))
                .on(EVENTS, 200, list(event(10, 100), event(1, 10)));

        polling.round();
        later(60);

        assertThat(fixture.events(source)).hasSize(2);
        assertThat(github.journal()).hasSize(3);
        assertThat(shown(source).status()).isEqualTo("active");
    }

    @Test
    void what_may_be_missing_is_told() {
        Source source = polled("{\"poll\":true,\"perPage\":1}");
        github.on(EVENTS, 200, list(event(2, 50)));

        polling.round();

        assertThat(github.journal()).hasSize(10);
        assertThat(shown(source).lastError()).contains("may be missing");
        List<String> gaps =
                fixture.store
                        .database()
                        .read(
                                tx ->
                                        tx.list(
                                                "select type from ledger where type = 'source.gap'",
                                                row -> row.text(1)));
        assertThat(gaps).hasSize(1);
    }

    @Test
    void after_a_failure_it_is_asked_less_and_less_often() {
        Source source = polled("{\"poll\":true}");
        github.on(EVENTS, 500, "{}")
                .on(EVENTS, 200, "no json")
                .cut(EVENTS)
                .on(EVENTS, 200, list(event(1, 10)));

        polling.round();
        assertThat(shown(source).status()).isEqualTo("error");
        later(59);
        assertThat(github.journal()).hasSize(1);
        later(1);
        later(119);
        assertThat(github.journal()).hasSize(2);
        later(1);
        assertThat(github.journal()).hasSize(3);
        assertThat(shown(source).status()).isEqualTo("error");
        later(240);

        assertThat(fixture.events(source)).hasSize(1);
        assertThat(shown(source).status()).isEqualTo("active");
    }

    @Test
    void a_spent_limit_is_waited_for() {
        polled("{\"poll\":true}");
        long reset = IngressFixture.START.getEpochSecond() + 900;
        github.on(
                        EVENTS,
                        403,
                        Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "" + reset),
                        "{}")
                .on(EVENTS, 429, Map.of("Retry-After", "700"), "{}")
                .on(EVENTS, 200, "[]");

        polling.round();
        later(899);
        assertThat(github.journal()).hasSize(1);
        later(1);
        later(699);
        assertThat(github.journal()).hasSize(2);
        later(1);
        assertThat(github.journal()).hasSize(3);
    }

    @Test
    void runs_are_read_from_their_own_list() {
        Source source =
                fixture.source(
                        "github_repo_ci", "acme/widgets", "{\"poll\":true,\"branch\":\"a b\"}");
        String time = IngressFixture.START.plusSeconds(5).toString();
        github.on(
                RUNS,
                200,
                "{\"workflow_runs\":[{\"id\":9,\"name\":\"CI\",\"status\":\"queued\",\"head_branch\":\"a b\",\"updated_at\":\"%s\"}]}"
                        .formatted(time));

        polling.round();

        assertThat(fixture.events(source)).containsExactly("workflow_run.ci.queued workflow_run:9");
        assertThat(github.journal().getFirst().path()).endsWith("&branch=a+b");
    }

    @Test
    void sources_that_do_not_want_it_are_left_alone() {
        polled("{}");
        fixture.pause(fixture.source("github_repo", "acme/other", "{\"poll\":true}"));

        polling.round();

        assertThat(github.journal()).isEmpty();
    }

    @Test
    void of_two_servers_one_asks() {
        polled("{\"poll\":true}");
        github.on(EVENTS, 200, "[]");
        GitHubPolling other = fixture.polling(2);

        polling.round();
        other.round();
        fixture.pass(Duration.ofSeconds(45));
        polling.round();
        other.round();
        fixture.pass(Duration.ofSeconds(30));
        other.round();

        // SQLite is used by one server alone, so there nobody is asked who reads.
        assertThat(github.journal()).hasSize(engine == TestEngine.SQLITE ? 3 : 1);
    }

    @Test
    void a_source_is_asked_for_on_demand() {
        Source source = polled("{\"poll\":true}");
        Source silent = fixture.source("github_repo", "acme/other", "{}");
        github.on(EVENTS, 200, list(event(1, 10))).on(EVENTS, 500, "{}");

        SourcePolled first = poll(source);
        SourcePolled second = poll(source);
        SourcePolled third = poll(source);

        assertThat(first.appended()).isEqualTo(1);
        assertThat(first.eventsRead()).isEqualTo(1);
        assertThat(second.note()).isEqualTo("GitHub answered 500");
        assertThat(third.note()).startsWith("the last look failed");
        assertThat(poll(silent).appended()).isZero();
        assertThat(github.journal()).hasSize(2);
    }

    @Test
    void credentials_that_cannot_be_used_are_told() {
        Source source = polled("{\"poll\":true}");
        fixture.credential("github", Map.of("app-id", "1", "private-key", "k"));
        polling.round();
        assertThat(shown(source).lastError()).contains("neither token nor app-id");

        fixture.credential("github", Map.of("token", "a\nb", "base-url", github.url()));
        later(60);
        assertThat(shown(source).lastError()).contains("token");

        fixture.credential("github", Map.of("token", "t", "base-url", "http://[x"));
        later(600);
        assertThat(shown(source).lastError()).contains("base-url");
        assertThat(github.journal()).isEmpty();
    }

    private Source polled(String config) {
        return fixture.source("github_repo", "acme/widgets", config);
    }

    private void later(long seconds) {
        fixture.pass(Duration.ofSeconds(seconds));
        polling.round();
    }

    private SourcePolled poll(Source source) {
        return polling.poll(
                fixture.set.sources().find(fixture.workspace, source.sourceId()).orElseThrow());
    }

    private Source shown(Source source) {
        return fixture.set.sources().show(fixture.workspace, source.sourceId());
    }

    private List<String> asked(String header) {
        return github.journal().stream().map(request -> request.header(header)).toList();
    }

    private static String event(int id, int seconds) {
        Instant time = IngressFixture.START.plusSeconds(seconds);
        return "{\"id\":\"%d\",\"type\":\"IssuesEvent\",\"created_at\":\"%s\",\"payload\":{\"action\":\"opened\",\"issue\":{\"number\":7}}}"
                .formatted(id, time);
    }

    private static String list(String... events) {
        return "[" + String.join(",", events) + "]";
    }
}
