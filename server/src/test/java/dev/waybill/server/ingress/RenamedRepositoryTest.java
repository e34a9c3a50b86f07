package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.source.Arrived;
import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class RenamedRepositoryTest {
    private static final String ISSUE =
            "{\"action\":\"opened\",\"sender\":{\"login\":\"ann\"},\"repository\":{\"full_name\":\"Acme/Widgets\"},\"issue\":{\"number\":7,\"title\":\"größe\"}}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private IngressFixture fixture;
    private Source repo;

    RenamedRepositoryTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new IngressFixture(engine, temp);
        fixture.credential("github", Map.of("webhook-secret", DoorsTest.SECRET));
        repo = fixture.source("github_repo", "acme/widgets", "{}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_repository_that_was_renamed_is_not_passed_over_in_silence() {
        String renamed = ISSUE.replace("Acme/Widgets", "acme/gadgets");
        Map<String, String> headers = new HashMap<>(DoorsTest.signed("issues", "d-1", renamed));
        Arrived ofMany = github(headers, renamed);
        assertThat(shown().status()).isEqualTo("active");

        headers.put("X-GitHub-Hook-Installation-Target-Type", "repository");
        Arrived arrived = github(headers, renamed);

        assertThat(ofMany.accepted()).isFalse();
        assertThat(arrived.accepted()).isFalse();
        assertThat(shown().lastError()).contains("acme/gadgets").contains("renamed");
        github(DoorsTest.signed("issues", "d-2", ISSUE), ISSUE);
        assertThat(shown().status()).isEqualTo("active");
    }

    @Test
    void a_repository_that_was_renamed_is_followed_by_its_id() {
        String known = withId(ISSUE);
        String renamed = known.replace("Acme/Widgets", "else/gadgets").replace("opened", "closed");
        EventSubscription tracking = tracking("repo:acme/widgets:issue:7");
        github(DoorsTest.signed("issues", "d-1", known), known);

        Arrived arrived = github(DoorsTest.signed("issues", "d-2", renamed), renamed);

        assertThat(arrived.appended()).isEqualTo(1);
        assertThat(shown().sourceKey()).isEqualTo("else/gadgets");
        assertThat(shown().status()).isEqualTo("active");
        assertThat(fixture.metadata(repo).path("owner").asString()).isEqualTo("else");
        assertThat(column("select handle from event where seq = 2")).contains("else/gadgets#7");
        assertThat(column("select tracked_ref from event_subscription"))
                .isEqualTo("repo:else/gadgets:issue:7");
        assertThat(column("select count(*) from event_subscription where retire_at is not null"))
                .isEqualTo("1");
        assertThat(column("select count(*) from ledger where type = 'source.renamed'"))
                .isEqualTo("1");
        assertThat(tracking.trackedResourceRef()).isEqualTo("repo:acme/widgets:issue:7");
    }

    @Test
    void a_name_that_another_source_has_goes_into_the_configuration() {
        String known = withId(ISSUE);
        String renamed = known.replace("Acme/Widgets", "acme/gadgets").replace("opened", "closed");
        fixture.source("github_repo", "acme/gadgets", "{}");
        github(DoorsTest.signed("issues", "d-1", known), known);

        Arrived arrived = github(DoorsTest.signed("issues", "d-2", renamed), renamed);

        assertThat(arrived.appended()).isEqualTo(1);
        assertThat(shown().sourceKey()).isEqualTo("acme/widgets");
        assertThat(shown().config().path("repo").asString()).isEqualTo("gadgets");
    }

    @Test
    void another_repository_is_not_taken_for_a_renamed_one() {
        String known = withId(ISSUE);
        String other = known.replace("Acme/Widgets", "acme/gadgets").replace("4711", "4712");
        github(DoorsTest.signed("issues", "d-1", known), known);

        assertThat(github(DoorsTest.signed("issues", "d-2", other), other).accepted()).isFalse();
        assertThat(shown().sourceKey()).isEqualTo("acme/widgets");
    }

    private static String withId(String body) {
        return body.replace("\"full_name\"", "\"id\":4711,\"full_name\"");
    }

    private EventSubscription tracking(String resource) {
        fixture.agent("bob");
        return fixture.set
                .subscriptions()
                .create(
                        new Caller.Owner(fixture.workspace),
                        new NewEventSubscription(
                                "bob",
                                repo.sourceId(),
                                null,
                                null,
                                resource,
                                new CleanupPolicy("on_terminal", null, null),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null))
                .getFirst();
    }

    private String column(String sql) {
        return fixture.store
                .database()
                .read(tx -> tx.first("select cast((" + sql + ") as text)", row -> row.text(1)))
                .orElseThrow();
    }

    private Source shown() {
        return fixture.set.sources().show(fixture.workspace, repo.sourceId());
    }

    private Arrived github(Map<String, String> headers, String body) {
        return fixture.receive("github", repo.sourceId(), headers, body);
    }
}
