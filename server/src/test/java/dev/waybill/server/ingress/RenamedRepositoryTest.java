package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.Arrived;
import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.protocol.source.EventSubscription;
import dev.waybill.protocol.source.NewEventSubscription;
import dev.waybill.protocol.source.Shortcut;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.source.SourceChange;
import dev.waybill.server.source.Located;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

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

    @Test
    void a_known_event_under_the_old_name_does_not_bring_it_back() {
        String known = withId(ISSUE);
        String renamed = known.replace("Acme/Widgets", "else/gadgets").replace("opened", "closed");
        github(DoorsTest.signed("issues", "d-1", known), known);
        github(DoorsTest.signed("issues", "d-2", renamed), renamed);

        Arrived again = github(DoorsTest.signed("issues", "d-1", known), known);
        Arrived replayed = github(DoorsTest.signed("issues", "d-3", known), known);

        assertThat(again.deduped()).isEqualTo(1);
        assertThat(replayed.deduped()).isEqualTo(1);
        assertThat(shown().sourceKey()).isEqualTo("else/gadgets");
        assertThat(renames()).isEqualTo("1");
    }

    @Test
    void an_event_from_before_does_not_bring_the_old_name_back() {
        String known = at(withId(ISSUE), "2026-04-10T12:00:00Z");
        String renamed =
                at(withId(ISSUE), "2026-04-10T12:00:02Z").replace("Acme/Widgets", "else/gadgets");
        String missed = at(withId(ISSUE), "2026-04-10T12:00:01Z");
        github(DoorsTest.signed("issues", "d-1", known), known);
        github(DoorsTest.signed("issues", "d-2", renamed), renamed);

        Arrived late = github(DoorsTest.signed("issues", "d-3", missed), missed);

        assertThat(late.appended()).isEqualTo(1);
        assertThat(shown().sourceKey()).isEqualTo("else/gadgets");
        assertThat(renames()).isEqualTo("1");
    }

    @Test
    void deliveries_at_the_same_time_rename_once() throws InterruptedException {
        String known = withId(ISSUE);
        EventSubscription tracking = tracking("repo:acme/widgets:issue:9");
        github(DoorsTest.signed("issues", "d-0", known), known);
        List<Thread> deliveries =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(
                                number -> {
                                    String body =
                                            known.replace("Acme/Widgets", "else/gadgets")
                                                    .replace("größe", "number " + number);
                                    Map<String, String> headers =
                                            DoorsTest.signed("issues", "d-" + number, body);
                                    return Thread.startVirtualThread(() -> github(headers, body));
                                })
                        .toList();
        for (Thread delivery : deliveries) {
            delivery.join();
        }

        assertThat(fixture.events(repo)).hasSize(5);
        assertThat(shown().sourceKey()).isEqualTo("else/gadgets");
        assertThat(shown().config()).isEmpty();
        assertThat(renames()).isEqualTo("1");
        assertThat(column("select tracked_ref from event_subscription"))
                .isNotEqualTo(tracking.trackedResourceRef())
                .isEqualTo("repo:else/gadgets:issue:9");
    }

    @Test
    void what_was_made_of_a_source_as_it_was_before_undoes_no_change() {
        String known = withId(ISSUE);
        github(DoorsTest.signed("issues", "d-1", known), known);
        configure("{\"keepRaw\":false}");
        Located gadgets = new Located("4711", "else/gadgets");

        append(event("e-1").in(gadgets));
        append(event("e-2").in(gadgets));

        assertThat(shown().sourceKey()).isEqualTo("else/gadgets");
        assertThat(shown().config()).isEqualTo(fixture.json.tree("{\"keepRaw\":false}"));
        assertThat(renames()).isEqualTo("1");
    }

    @Test
    void another_repository_that_takes_the_name_over_is_not_heard_until_it_is_meant() {
        String known = withId(ISSUE);
        String other = known.replace("4711", "4712");
        github(DoorsTest.signed("issues", "d-1", known), known);

        Arrived arrived = github(DoorsTest.signed("issues", "d-2", other), other);

        assertThat(arrived.accepted()).isFalse();
        assertThat(shown().lastError()).contains("another repository goes by Acme/Widgets");
        assertThat(column("select place_id from event_source")).isEqualTo("4711");

        configure("{\"owner\":\"acme\",\"repo\":\"widgets\"}");

        assertThat(github(DoorsTest.signed("issues", "d-2", other), other).appended()).isEqualTo(1);
        assertThat(shown().status()).isEqualTo("active");
        assertThat(column("select place_id from event_source")).isEqualTo("4712");
    }

    @Test
    void a_name_in_the_configuration_is_what_shortcuts_go_by() {
        repo = fixture.source("github_repo", "main", "{\"owner\":\"acme\",\"repo\":\"widgets\"}");
        fixture.agent("bob");
        fixture.set
                .subscriptions()
                .create(
                        new Caller.Owner(fixture.workspace),
                        new NewEventSubscription(
                                "bob",
                                repo.sourceId(),
                                new Shortcut(
                                        "pr", (ObjectNode) fixture.json.tree("{\"number\":7}")),
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null));
        String closed = ISSUE.replace("opened", "closed").replace("\"issue\"", "\"pull_request\"");

        github(DoorsTest.signed("pull_request", "d-1", closed), closed);

        assertThat(column("select tracked_ref from event_subscription"))
                .isEqualTo("repo:acme/widgets:pr:7");
        assertThat(column("select count(*) from event_subscription where retire_at is not null"))
                .isEqualTo("1");
    }

    private static NewEvent event(String id) {
        return new NewEvent(
                id, "IssuesEvent.opened", null, Json.emptyObject(), Json.emptyObject(), null, null);
    }

    private void append(NewEvent event) {
        fixture.set.events().append(fixture.workspace, repo.sourceId(), List.of(event));
    }

    private void configure(String config) {
        fixture.set
                .sources()
                .change(
                        fixture.workspace,
                        repo.sourceId(),
                        new SourceChange(null, (ObjectNode) fixture.json.tree(config)));
    }

    private String renames() {
        return column("select count(*) from ledger where type = 'source.renamed'");
    }

    private static String at(String body, String time) {
        return body.replace("\"number\":7", "\"number\":7,\"updated_at\":\"" + time + "\"");
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
