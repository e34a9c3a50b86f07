package dev.waybill.server.provider.feishu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.Surface;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Feishu's own shapes: vectors 28 to 30 of the delivery papers, its codes, and what text must not do.
class FeishuTest {
    private final FeishuExample feishu = new FeishuExample();
    private final StubProvider stub = feishu.stub();

    @AfterEach
    void close() {
        feishu.close();
    }

    @Test
    void a_reply_goes_to_its_message() throws InterruptedException {
        feishu.happy();

        Outcome outcome =
                invoke("message_reply", "om_1", "send_text", "{\"text\":\"hi\",\"uuid\":\"u1\"}");

        Outcome.Sent sent = (Outcome.Sent) outcome;
        assertThat(sent.note()).isEqualTo("sent Feishu message reply");
        assertThat(sent.result())
                .isEqualTo(
                        Shape.of(
                                "{\"providerId\":\"om_2\",\"chatId\":\"oc_4\",\"threadId\":\"omt_3\"}"));
        assertThat(sent.evidence().resourceId()).isEqualTo("om_2");
        assertThat(stub.lines()).containsExactly(FeishuExample.TOKEN, FeishuExample.REPLY);
        assertThat(stub.journal().getFirst().body())
                .isEqualTo("{\"app_id\":\"cli_a1\",\"app_secret\":\"shhh-very-secret\"}");
        assertThat(stub.journal().getLast().body())
                .isEqualTo(
                        "{\"msg_type\":\"text\",\"content\":\"{\\\"text\\\":\\\"hi\\\"}\",\"uuid\":\"u1\"}");
        assertThat(stub.journal().getLast().header("authorization"))
                .isEqualTo("Bearer t-g1044example");
        assertThat(stub.journal().getLast().header("content-type"))
                .isEqualTo("application/json; charset=utf-8");
    }

    @Test
    void a_message_to_a_chat_names_the_kind_of_its_receiver() throws InterruptedException {
        feishu.happy();

        Outcome outcome = invoke("group_message", "oc_4", "send_text", "{\"text\":\"hi\"}");
        invoke("chat", "ou_7", "send_text", "{\"text\":\"hi\"}");

        assertThat(((Outcome.Sent) outcome).note()).isEqualTo("sent Feishu chat message");
        assertThat(stub.lines())
                .containsExactly(
                        FeishuExample.TOKEN,
                        FeishuExample.SEND + "?receive_id_type=chat_id",
                        FeishuExample.SEND + "?receive_id_type=open_id");
        assertThat(stub.journal().get(1).body())
                .isEqualTo(
                        "{\"receive_id\":\"oc_4\",\"msg_type\":\"text\",\"content\":\"{\\\"text\\\":\\\"hi\\\"}\",\"uuid\":\""
                                + Jobs.DELIVERY
                                + "\"}");
    }

    @Test
    void the_operations_are_described_as_the_papers_say() {
        Surface reply = feishu.provider().surface("reply").orElseThrow();
        Surface chat = feishu.provider().surface("chat_message").orElseThrow();

        assertThat(reply.canonical().orElseThrow().title()).isEqualTo("Reply With Text");
        assertThat(chat.canonical().orElseThrow().title()).isEqualTo("Send Text Message");
        assertThat(reply.canonical().orElseThrow().idempotence())
                .isEqualTo(Idempotence.PROVIDER_KEY);
        assertThat(
                        new Json(JsonLimits.DEFAULTS)
                                .text(reply.canonical().orElseThrow().inputSchema()))
                .isEqualTo(
                        "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"text\"],\"properties\":{\"text\":{\"type\":\"string\",\"minLength\":1},\"replyInThread\":{\"type\":\"boolean\"},\"reply_in_thread\":{\"type\":\"boolean\"},\"uuid\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":50}}}");
        assertThat(feishu.provider().surface("weird")).isEmpty();
        assertThat(reply.operation("zzz")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"replyInThread", "reply_in_thread"})
    void a_reply_can_be_kept_in_the_thread(String spelling) throws InterruptedException {
        feishu.happy();

        invoke("message_reply", "om_1", "send_text", "{\"text\":\"hi\",\"" + spelling + "\":true}");

        assertThat(stub.journal().getLast().body()).contains("\"reply_in_thread\":true");
    }

    @ParameterizedTest
    @CsvSource({
        "230001, REJECTED",
        "230002, REJECTED",
        "230006, AUTH",
        "230011, REJECTED",
        "230013, REJECTED",
        "230020, RATE_LIMITED",
        "230025, REJECTED",
        "230099, REJECTED",
        "230027, AUTH",
        "230035, AUTH",
        "11232, RATE_LIMITED",
        "9499, RATE_LIMITED",
        "99991400, RATE_LIMITED",
        "99991403, QUOTA",
        "99991661, AUTH",
        "99991663, AUTH",
        "99991664, AUTH",
        "99991672, AUTH",
        "10003, AUTH",
        "10014, AUTH",
        "230101, UNAVAILABLE",
        "50001, UNAVAILABLE",
        "59999, UNAVAILABLE",
        "424242, REJECTED"
    })
    void codes_mean_what_the_table_says_whatever_the_status(int code, ProviderFault fault)
            throws InterruptedException {
        String body = "{\"code\":" + code + ",\"msg\":\"told so\"}";
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on(FeishuExample.REPLY, 400, Map.of("X-Tt-Logid", "log1"), body);
        stub.on(FeishuExample.SEND, 200, body);

        Outcome.Refused asked = (Outcome.Refused) reply("hi");
        Outcome.Refused quiet =
                (Outcome.Refused) invoke("chat_message", "oc_4", "send_text", "{\"text\":\"x\"}");

        assertThat(asked.fault()).isEqualTo(fault);
        assertThat(quiet.fault()).isEqualTo(fault);
        assertThat(asked.message()).isEqualTo("told so (" + code + ")");
        assertThat(asked.evidence().requestId()).isEqualTo("log1");
    }

    @Test
    void a_used_up_quota_is_not_tried_again() {
        assertThat(ProviderFault.QUOTA.retryable()).isFalse();
    }

    @Test
    void a_limit_says_in_its_own_header_when_it_ends() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on(
                FeishuExample.REPLY,
                429,
                Map.of("x-ogw-ratelimit-reset", "12"),
                "{\"code\":99991400,\"msg\":\"request trigger frequency limit\"}");

        assertThat(((Outcome.Refused) reply("hi")).retryAfter()).isEqualTo(Duration.ofSeconds(12));
    }

    @Test
    void trying_again_names_the_same_message() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on(FeishuExample.REPLY, 400, "{\"code\":230020,\"msg\":\"slow down\"}");
        stub.on(FeishuExample.REPLY, 400, "{\"code\":230020,\"msg\":\"slow down\"}");
        stub.on(FeishuExample.REPLY, 200, FeishuExample.SENT);

        reply("hi");
        reply("hi");
        Outcome third = reply("hi");

        assertThat(third).isInstanceOf(Outcome.Sent.class);
        assertThat(stub.matching(FeishuExample.REPLY))
                .hasSize(3)
                .allSatisfy(
                        one ->
                                assertThat(one.body())
                                        .contains("\"uuid\":\"" + Jobs.DELIVERY + "\""));
    }

    @Test
    void a_success_without_a_code_is_none() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on(FeishuExample.REPLY, 200, "{\"data\":{}}");

        assertThat(reply("hi")).isInstanceOf(Outcome.Unclear.class);
    }

    @Test
    void tags_in_text_are_shown_and_not_obeyed() throws InterruptedException {
        feishu.happy();

        reply("<at user_id=\\\"all\\\">all</at> if a<b, List<String> <b>now</b>");

        assertThat(stub.journal().getLast().body())
                .contains("<\u200Bat user_id=")
                .contains("<\u200B/at>")
                .contains("<\u200Bb>now<\u200B/b>")
                .contains("List<String>");
    }

    @Test
    void rich_text_and_cards_go_as_their_own_kinds() throws InterruptedException {
        feishu.happy();

        invoke(
                "message_reply",
                "om_1",
                "send_post",
                "{\"title\":\"t\",\"content\":[[{\"tag\":\"at\",\"user_id\":\"ou_1\"}]]}");
        invoke("message_reply", "om_1", "send_card", "{\"card\":{\"elements\":[]}}");

        assertThat(stub.journal().get(1).body())
                .contains("\"msg_type\":\"post\"")
                .contains(
                        "{\\\"zh_cn\\\":{\\\"title\\\":\\\"t\\\",\\\"content\\\":[[{\\\"tag\\\":\\\"at\\\"");
        assertThat(stub.journal().get(2).body())
                .contains("\"msg_type\":\"interactive\",\"content\":\"{\\\"elements\\\":[]}\"");
    }

    @Test
    void a_message_that_was_recalled_before_is_recalled() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on(
                "DELETE /open-apis/im/v1/messages/om_9",
                400,
                "{\"code\":230011,\"msg\":\"recalled\"}");

        assertThat(invoke("reply", "om_9", "recall_message", "{}"))
                .isInstanceOf(Outcome.Sent.class);
    }

    @Test
    void only_the_message_of_the_handle_is_changed() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on("PUT /open-apis/im/v1/messages/om_1", 200, FeishuExample.SENT);
        Surface reply = feishu.provider().surface("message_reply").orElseThrow();
        Surface chat = feishu.provider().surface("chat_message").orElseThrow();

        invoke("message_reply", "om_1", "update_text", "{\"text\":\"new\",\"messageId\":\"om_9\"}");

        assertThat(stub.lines()).last().isEqualTo("PUT /open-apis/im/v1/messages/om_1");
        for (String operation : List.of("update_text", "recall_message")) {
            assertThat(reply.operation(operation).orElseThrow().inputSchema().path("properties"))
                    .noneMatch(field -> field.has("pattern"));
            assertThat(chat.operation(operation)).isEmpty();
        }
    }

    @Test
    void what_is_too_long_is_not_sent() throws InterruptedException {
        Outcome outcome = reply("x".repeat(160 << 10));

        assertThat(((Outcome.Refused) outcome).fault()).isEqualTo(ProviderFault.INPUT);
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void lark_is_elsewhere() {
        Credential lark =
                new Credential(
                        "l", Map.of("app-id", "a", "app-secret", "b", "region", "lark"), true);

        assertThat(App.of(lark).orElseThrow().base())
                .isEqualTo("https://open.larksuite.com/open-apis");
        assertThat(App.of(lark).orElseThrow().toString()).doesNotContain("\"b\"");
    }

    private Outcome reply(String text) throws InterruptedException {
        return invoke("message_reply", "om_1", "send_text", "{\"text\":\"" + text + "\"}");
    }

    private Outcome invoke(String surface, String target, String operation, String input)
            throws InterruptedException {
        DeliveryHandle handle = new DeliveryHandle("feishu", surface, target, null, null);
        Job job =
                Jobs.job(
                        feishu.provider(), handle, operation, Shape.of(input), feishu.credential());
        return feishu.provider().invoke(job);
    }
}
