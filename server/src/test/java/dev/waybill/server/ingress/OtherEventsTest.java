package dev.waybill.server.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceType;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Runs of workflows, messages of Feishu, and whatever a mapping makes events of.
class OtherEventsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Repository REPOSITORY = new Repository("acme", "widgets");

    @Test
    void a_run_is_an_event_for_each_state_it_was_seen_in() {
        String run =
                """
                {"id": 5, "name": "Build & Test (Linux)", "status": "completed", "conclusion": "failure", "run_attempt": %d,
                 "head_branch": "main", "head_sha": "abc", "pull_requests": [{"number": 7}, {}], "actor": {"login": "ann"},
                 "updated_at": "2026-04-10T12:00:00Z", "head_repository": {"full_name": "fork/widgets"}}
                """;

        NewEvent first = run(run.formatted(1), "{}").orElseThrow();
        NewEvent again = run(run.formatted(2), "{}").orElseThrow();

        assertThat(first.nativeId()).isEqualTo("workflow_run:5");
        assertThat(again.nativeId()).isEqualTo("workflow_run:5#2");
        assertThat(first.variant()).isEqualTo("workflow_run.build_test_linux.completed.failure");
        assertThat(first.metadata().path("pullRequestNumbers")).hasToString("[7]");
        assertThat(first.metadata().path("headRepositoryFullName").asString())
                .isEqualTo("fork/widgets");
        assertThat(first.handle()).isNull();
        assertThat(first.occurredAt()).isEqualTo(Instant.parse("2026-04-10T12:00:00Z"));
    }

    @Test
    void runs_are_chosen_by_the_configuration() {
        String run = "{\"id\":5,\"event\":\"push\",\"head_branch\":\"main\",\"status\":\"queued\"}";

        assertThat(
                        run(
                                run,
                                "{\"branch\":\"main\",\"eventFilter\":\"push\",\"statusFilter\":\"queued\"}"))
                .isPresent();
        assertThat(run(run, "{\"branch\":\"dev\"}")).isEmpty();
        assertThat(run(run, "{\"eventFilter\":\"schedule\"}")).isEmpty();
        assertThat(run(run, "{\"statusFilter\":\"failure\"}")).isEmpty();
        assertThat(run("{\"id\":\"x\"}", "{}")).isEmpty();
    }

    @Test
    void a_message_of_feishu_comes_down_to_its_facts() {
        NewEvent event =
                feishu(
                                """
                                {"schema": "2.0", "header": {"event_id": "e1", "event_type": "im.message.receive_v1", "create_time": "1775822400000"},
                                 "event": {"sender": {"sender_id": {"open_id": "ou_1"}, "sender_type": "user"},
                                  "message": {"message_id": "om_1", "root_id": "om_0", "chat_id": "oc_1", "chat_type": "group",
                                   "message_type": "text", "content": "{\\"text\\":\\"@_user_1 hi\\"}", "create_time": "1775822401000",
                                   "mentions": [{"key": "@_user_1", "name": "Bot", "id": {"open_id": "ou_bot"}}]}}}
                                """,
                                "{}")
                        .orElseThrow();

        assertThat(event.nativeId()).isEqualTo("feishu_event:e1");
        assertThat(event.variant()).isEqualTo("im.message.receive_v1.text");
        assertThat(event.occurredAt()).isEqualTo(Instant.ofEpochMilli(1_775_822_401_000L));
        assertThat(event.metadata())
                .isEqualTo(
                        JSON.tree(
                                """
                                {"provider": "feishu", "eventType": "im.message.receive_v1", "chatId": "oc_1", "chatType": "group",
                                 "messageId": "om_1", "messageType": "text", "senderOpenId": "ou_1", "senderType": "user",
                                 "mentions": ["Bot"], "mentionOpenIds": ["ou_bot"], "content": "@_user_1 hi", "threadId": null, "parentId": null}
                                """));
        assertThat(event.handle())
                .isEqualTo(new DeliveryHandle("feishu", "message_reply", "om_1", "om_0", "reply"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text        | {'text':'hi'}                        | hi",
                "text        | no json                              | no json",
                "image       | {'image_key':'img_1'}                | [image:img_1]",
                "file        | {'file_key':'f_1','file_name':'a'}   | [file:f_1]",
                "audio       | {'file_key':'f_2'}                   | [audio:f_2]",
                "media       | {'file_key':'f_3'}                   | [media:f_3]",
                "interactive | {'elements':[]}                      | [interactive card]",
                "sticker     | {'file_key':'x'}                     | [sticker]",
                "post        | {'zh_cn':{'title':'T','content':[[{'tag':'text','text':'a '},{'tag':'at','user_name':'Bo'}],[{'tag':'a','text':'l','href':'u'},{'tag':'img','image_key':'k'}]]},'en_us':{'content':[]}} | T/a @Bo/l (u)[image:k]",
                "post        | {'title':'','content':[[{'tag':'text','text':'x'}]]} | x",
                "post        | [1]                                  | ``",
            })
    void what_a_message_says_is_a_text(String kind, String content, String expected) {
        JsonNode message =
                Json.emptyObject()
                        .put("message_type", kind)
                        .put("content", content.replace('\'', '"'));

        assertThat(String.valueOf(new FeishuContent(JSON).flat(message)).replace('\n', '/'))
                .isEqualTo(expected);
    }

    @Test
    void messages_are_chosen_by_the_configuration() {
        String message =
                "{\"header\":{\"event_id\":\"e\",\"event_type\":\"im.message.receive_v1\"},\"event\":{\"message\":{\"message_id\":\"om\",\"chat_id\":\"oc_1\"}}}";

        assertThat(feishu(message, "{\"chatIds\":[\"oc_1\"]}")).isPresent();
        assertThat(feishu(message, "{\"chatIds\":[\"oc_2\"]}")).isEmpty();
        assertThat(feishu(message, "{\"eventTypes\":[\"im.chat.updated_v1\"]}")).isEmpty();
        assertThat(feishu("{\"header\":5,\"event\":[]}", "{}")).isEmpty();
    }

    @Test
    void a_mapping_says_what_a_webhook_means() {
        NewEvent event =
                mapped(
                        """
                        {"mapping": {"nativeId": "/id", "variant": "ticket.{/kind}", "occurredAt": "/at",
                          "metadata": {"subject": "/ticket/subject", "tags": "/tags", "from": "header:X-From", "gone": "/nope", "fixed": "desk"},
                          "handle": {"provider": "github", "surface": "issue_comment", "targetRef": "{/repo}#{/ticket/no}", "threadRef": "/thread"}}}
                        """,
                        """
                        {"id": 17, "kind": "opened", "at": 1775822400, "ticket": {"subject": "Help", "no": 5}, "tags": ["a"], "repo": "acme/widgets"}
                        """);

        assertThat(event.nativeId()).isEqualTo("17");
        assertThat(event.variant()).isEqualTo("ticket.opened");
        assertThat(event.occurredAt()).isEqualTo(Instant.ofEpochSecond(1_775_822_400));
        assertThat(event.metadata())
                .isEqualTo(
                        JSON.tree(
                                "{\"subject\":\"Help\",\"tags\":[\"a\"],\"from\":\"desk-1\",\"fixed\":\"desk\"}"));
        assertThat(event.handle())
                .isEqualTo(
                        new DeliveryHandle(
                                "github", "issue_comment", "acme/widgets#5", null, null));
        assertThat(event.raw().path("kind").asString()).isEqualTo("opened");
    }

    @Test
    void without_a_mapping_the_same_body_is_the_same_event() {
        NewEvent event = mapped("{}", "{\"a\":1}");

        assertThat(event.nativeId()).isEqualTo("sha256:x");
        assertThat(event.variant()).isEqualTo("webhook.received");
        assertThat(event.handle()).isNull();
    }

    @Test
    void a_body_without_the_id_that_the_mapping_names_is_refused() {
        assertThatThrownBy(() -> mapped("{\"mapping\":{\"nativeId\":\"/id\"}}", "{\"id\":{}}"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("nativeId");
    }

    @Test
    void a_place_that_is_not_told_is_no_handle() {
        NewEvent event =
                mapped(
                        "{\"mapping\":{\"handle\":{\"provider\":\"p\",\"surface\":\"s\",\"targetRef\":\"{/a}#{/b}\"}}}",
                        "{\"a\":1}");

        assertThat(event.handle()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "WEBHOOK | {'mapping':5} | config.mapping is no object",
                "WEBHOOK | {'mapping':{'natveId':'/a'}} | config.mapping has no field \"natveId\"",
                "WEBHOOK | {'mapping':{'nativeId':7}} | config.mapping.nativeId is no text",
                "WEBHOOK | {'mapping':{'nativeId':''}} | config.mapping.nativeId is empty",
                "WEBHOOK | {'mapping':{'variant':'a{b}'}} | config.mapping.variant refers to \"b\"",
                "WEBHOOK | {'mapping':{'variant':'a{/b'}} | config.mapping.variant has a brace at character 2",
                "WEBHOOK | {'mapping':{'handle':{'provider':'p','surface':'s'}}} | config.mapping.handle has no targetRef",
                "WEBHOOK | {'mapping':{'metadata':[]}} | config.mapping.metadata is no object",
                "WEBHOOK | {'signature':[]} | config.signature is no object",
                "WEBHOOK | {'signature':{'algorithm':'md5'}} | config.signature.algorithm is not sha256",
                "WEBHOOK | {'signature':{'header':'a b'}} | config.signature.header is no name of a header",
                "WEBHOOK | {'signature':{'encoding':'z'}} | config.signature.encoding",
                "WEBHOOK | {'signature':{'toleranceSeconds':0}} | config.signature.toleranceSeconds",
                "WEBHOOK | {'signature':{'secret':'x'}} | config.signature has no field \"secret\"",
                "GITHUB_REPO | {'poll':'yes'} | config.poll is neither true nor false",
                "GITHUB_REPO | {'pollIntervalSecs':1} | config.pollIntervalSecs is not within 15 and 86400",
                "GITHUB_REPO_CI | {'perPage':1000} | config.perPage is not within 1 and 100",
                "GITHUB_REPO | {'eventTypes':'x'} | config.eventTypes is no list of texts",
                "FEISHU_BOT | {'chatIds':[1]} | config.chatIds is no list of texts",
            })
    void what_a_source_cannot_use_is_refused_when_it_is_made(
            SourceType type, String config, String words) {
        assertThatThrownBy(
                        () ->
                                SourceConfigs.check(
                                        type, "acme/widgets", JSON.tree(config.replace('\'', '"'))))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.reason()).isEqualTo(Reason.INVALID_REQUEST);
                            assertThat(refusal.detail()).startsWith(words);
                        });
    }

    private static Optional<NewEvent> run(String run, String config) {
        return new GitHubRuns(REPOSITORY, JSON.tree(config)).run(JSON.tree(run));
    }

    private static Optional<NewEvent> feishu(String told, String config) {
        return new FeishuEvents(JSON.tree(config), JSON).event(JSON.tree(told));
    }

    private static NewEvent mapped(String config, String body) {
        Map<String, String> headers = Map.of("X-From", "desk-1");
        return new MappedEvents(JSON.tree(config))
                .event(
                        new Arrival(
                                "src_1",
                                name -> Optional.ofNullable(headers.get(name)),
                                new byte[0]),
                        JSON.tree(body),
                        "sha256:x");
    }
}
