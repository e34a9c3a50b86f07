package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.NewEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class GitHubEventsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Repository REPOSITORY = new Repository("acme", "widgets");

    @Test
    void a_listed_event_comes_down_to_its_facts() {
        NewEvent event =
                listed(
                        """
                        {"id": "48291", "type": "IssuesEvent", "created_at": "2026-04-10T12:00:00Z", "actor": {"login": "ann"},
                         "repo": {"name": "acme/widgets"},
                         "payload": {"action": "opened", "issue": {"number": 7, "title": "Broken, @bob", "body": "@zoe-1 @bob look",
                           "labels": [{"name": "bug"}, {"name": "p1"}, {}], "html_url": "https://github.com/acme/widgets/issues/7"}}}
                        """);

        assertThat(event.nativeId()).isEqualTo("github_event:48291");
        assertThat(event.variant()).isEqualTo("IssuesEvent.opened");
        assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-04-10T12:00:00Z"));
        assertThat(event.metadata())
                .hasToString(
                        shown(
                                """
                                {"provider": "github", "owner": "acme", "repo": "widgets", "repoFullName": "acme/widgets",
                                 "eventType": "IssuesEvent", "action": "opened", "number": 7, "author": "ann", "isPullRequest": false,
                                 "reviewState": null, "labels": ["bug", "p1"], "mentions": ["bob", "zoe-1"], "title": "Broken, @bob",
                                 "body": "@zoe-1 @bob look", "url": "https://github.com/acme/widgets/issues/7"}
                                """));
        assertThat(event.raw().path("type").asString()).isEqualTo("IssuesEvent");
        assertThat(event.raw().at("/issue/number").asInt()).isEqualTo(7);
        assertThat(event.raw().path("merged").isNull()).isTrue();
        assertThat(event.providerRaw()).isNotNull();
        assertThat(event.handle()).isEqualTo(handle("issue_comment", null, "comment"));
    }

    @Test
    void a_webhook_comes_down_to_the_same() {
        NewEvent event =
                webhook(
                        "issue_comment",
                        """
                        {"action": "created", "sender": {"login": "ann"}, "repository": {"full_name": "acme/widgets"},
                         "issue": {"number": 7, "title": "Broken"},
                         "comment": {"id": 99, "body": "done", "updated_at": "2026-04-10T12:00:00Z", "html_url": "https://x/7#c"}}
                        """);

        assertThat(event.nativeId()).isEqualTo("github_delivery:d-1");
        assertThat(event.variant()).isEqualTo("IssueCommentEvent.created");
        assertThat(event.occurredAt()).isEqualTo(Instant.parse("2026-04-10T12:00:00Z"));
        assertThat(event.metadata().path("author").asString()).isEqualTo("ann");
        assertThat(event.metadata().path("body").asString()).isEqualTo("done");
        assertThat(event.metadata().path("resourceId").asString()).isEqualTo("99");
        assertThat(event.handle())
                .isEqualTo(handle("issue_comment", "issue_comment:99", "comment"));
    }

    @Test
    void a_comment_in_the_conversation_of_a_pull_request_is_one_of_it() {
        NewEvent event =
                webhook(
                        "issue_comment",
                        """
                        {"action": "created", "issue": {"number": 7, "pull_request": {"url": "x"}}, "comment": {"id": 99}}
                        """);

        assertThat(event.metadata().path("isPullRequest").asBoolean()).isTrue();
        assertThat(event.handle())
                .isEqualTo(handle("pull_request_comment", "issue_comment:99", "comment"));
    }

    @Test
    void a_reply_to_a_review_comment_leads_to_the_comment_that_opened_the_thread() {
        String comment =
                "{\"action\":\"created\",\"pull_request\":{\"number\":7},\"comment\":{\"id\":99%s}}";

        assertThat(webhook("pull_request_review_comment", comment.formatted("")).handle())
                .isEqualTo(handle("review_comment", "review_comment:99", "reply"));
        assertThat(
                        webhook(
                                        "pull_request_review_comment",
                                        comment.formatted(",\"in_reply_to_id\":42"))
                                .handle())
                .isEqualTo(handle("review_comment", "review_comment:42", "reply"));
    }

    @Test
    void a_review_is_answered_as_a_review() {
        NewEvent event =
                webhook(
                        "pull_request_review",
                        """
                        {"action": "submitted", "pull_request": {"number": 7, "labels": [{"name": "ui"}]},
                         "review": {"id": 5, "state": "CHANGES_REQUESTED", "body": "no", "submitted_at": "2026-04-10T12:00:00Z"}}
                        """);

        assertThat(event.variant()).isEqualTo("PullRequestReviewEvent.submitted");
        assertThat(event.metadata().path("reviewState").asString()).isEqualTo("changes_requested");
        assertThat(event.metadata().path("resourceId").asString()).isEqualTo("5");
        assertThat(event.metadata().at("/labels/0").asString()).isEqualTo("ui");
        assertThat(event.handle()).isEqualTo(handle("pull_request_review", "review:5", "comment"));
    }

    @Test
    void a_pull_request_is_commented_on() {
        NewEvent event =
                webhook(
                        "pull_request",
                        "{\"action\":\"closed\",\"number\":7,\"pull_request\":{\"number\":7,\"merged\":true,\"title\":\"Faster\",\"body\":\"by @ann\"}}");

        assertThat(event.metadata().path("title").asString()).isEqualTo("Faster");
        assertThat(event.metadata().path("body").asString()).isEqualTo("by @ann");
        assertThat(event.raw().path("merged").asBoolean()).isTrue();
        assertThat(event.handle()).isEqualTo(handle("pull_request_comment", null, "comment"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://github.com/acme/widgets/pull/12#discussion_r1, 12",
        "https://api.github.com/repos/acme/widgets/pulls/12, 12",
        "https://github.com/acme/widgets/issues/12?x=1, 12",
        "https://github.com/acme/widgets/pull/12x, 0",
        "https://github.com/acme/widgets/tree/12, 0",
    })
    void a_number_that_was_left_out_is_found_in_the_address(String url, long number) {
        NewEvent event =
                webhook(
                        "pull_request_review_comment",
                        "{\"comment\":{\"id\":1,\"html_url\":\"" + url + "\"}}");

        assertThat(event.metadata().path("number").asLong(0)).isEqualTo(number);
        assertThat(event.handle() == null).isEqualTo(number == 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}",
                "{\"action\":5,\"issue\":[],\"comment\":\"x\",\"sender\":null}",
                "{\"issue\":{\"number\":\"7\",\"labels\":{\"name\":1},\"title\":{}}}",
                "{\"issue\":{\"number\":1e400,\"labels\":[1,null,[]]}}",
                "{\"issue\":{\"number\":-1}}",
                "{\"comment\":{\"id\":99999999999999999999}}",
            })
    void parts_of_the_wrong_type_are_as_good_as_absent(String payload) {
        NewEvent event = webhook("issues", payload);

        assertThat(event.variant()).isEqualTo("IssuesEvent.observed");
        assertThat(event.handle()).isNull();
        assertThat(event.metadata().path("title").isNull()).isTrue();
        assertThat(event.metadata().path("url").isNull()).isTrue();
    }

    @Test
    void what_is_not_wanted_or_no_event_is_left_out() {
        GitHubEvents usual = new GitHubEvents(REPOSITORY, Json.emptyObject());
        GitHubEvents chosen =
                new GitHubEvents(REPOSITORY, JSON.tree("{\"eventTypes\":[\"PushEvent\"]}"));

        assertThat(usual.listed(JSON.tree("{\"id\":1,\"type\":\"PushEvent\",\"payload\":{}}")))
                .isEmpty();
        assertThat(chosen.listed(JSON.tree("{\"id\":1,\"type\":\"PushEvent\",\"payload\":{}}")))
                .isPresent();
        assertThat(usual.listed(JSON.tree("{\"type\":\"IssuesEvent\"}"))).isEmpty();
        assertThat(usual.listed(JSON.tree("[1]"))).isEmpty();
        assertThat(usual.listed(JSON.tree("null"))).isEmpty();
    }

    @Test
    void names_of_webhooks_are_names_of_events() {
        assertThat(GitHubEvents.type("issues")).isEqualTo("IssuesEvent");
        assertThat(GitHubEvents.type("pull_request_review_comment"))
                .isEqualTo("PullRequestReviewCommentEvent");
        assertThat(GitHubEvents.type("__")).isEqualTo("Event");
    }

    @Test
    void the_whole_of_it_is_left_out_on_demand() {
        GitHubEvents events = new GitHubEvents(REPOSITORY, JSON.tree("{\"keepRaw\":false}"));

        assertThat(events.webhook("d", "IssuesEvent", Json.emptyObject()).providerRaw()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"acme, {}", "a/b/c, {}", "a/.., {}", "'a b/c', {}", "/c, {}"})
    void a_source_has_to_say_which_repository_it_is_about(String key, String config) {
        assertThatThrownBy(() -> Repository.of(key, JSON.tree(config)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("owner/repository");
    }

    private static String shown(String document) {
        return JSON.tree(document).toString();
    }

    private static NewEvent listed(String event) {
        return new GitHubEvents(REPOSITORY, Json.emptyObject())
                .listed(JSON.tree(event))
                .orElseThrow();
    }

    private static NewEvent webhook(String kind, String payload) {
        JsonNode tree = JSON.tree(payload);
        return new GitHubEvents(REPOSITORY, Json.emptyObject())
                .webhook("d-1", GitHubEvents.type(kind), tree);
    }

    private static DeliveryHandle handle(String surface, @Nullable String thread, String mode) {
        return new DeliveryHandle("github", surface, "acme/widgets#7", thread, mode);
    }
}
