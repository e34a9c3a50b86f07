package dev.waybill.server.provider.slack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.StubProvider.Request;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Slack's own shapes, in which a failure is a success with `ok: false`.
class SlackTest {
    private static final String THREAD = "1700000000.000100";

    private final SlackExample slack = new SlackExample();
    private final StubProvider stub = slack.stub();

    @AfterEach
    void close() {
        slack.close();
    }

    @Test
    void a_message_carries_a_mark_by_which_it_is_found() throws InterruptedException {
        slack.happy();

        Outcome.Sent sent = (Outcome.Sent) send("channel_message", null, "hi");

        Request request = stub.journal().getFirst();
        assertThat(request.header("authorization")).isEqualTo("Bearer bot-token-for-tests");
        assertThat(request.body())
                .isEqualTo(
                        "{\"channel\":\"C1\",\"text\":\"hi\",\"metadata\":{\"event_type\":\"waybill_delivery\",\"event_payload\":{\"delivery_id\":\"dlv_23456789abcd\"}}}");
        assertThat(sent.note()).isEqualTo("sent Slack channel message");
        assertThat(sent.result().path("ts").asString()).isEqualTo("1700000001.000200");
    }

    @Test
    void a_reply_stays_in_its_thread() throws InterruptedException {
        slack.happy();

        Outcome.Sent sent = (Outcome.Sent) send("thread_reply", THREAD, "hi");

        assertThat(stub.journal().getFirst().body()).contains("\"thread_ts\":\"" + THREAD + "\"");
        assertThat(sent.note()).isEqualTo("sent Slack thread reply");
    }

    @Test
    void nobody_is_called_by_text() throws InterruptedException {
        slack.happy();

        send("channel_message", null, "<!channel> a & b <@U1>");

        assertThat(stub.journal().getFirst().body())
                .contains("&lt;!channel&gt; a &amp; b &lt;@U1&gt;");
    }

    @ParameterizedTest
    @CsvSource({
        "channel_not_found, NOT_FOUND", "not_in_channel, REJECTED", "is_archived, REJECTED",
        "msg_too_long, REJECTED", "invalid_auth, AUTH", "missing_scope, AUTH",
        "ratelimited, RATE_LIMITED", "service_unavailable, UNAVAILABLE", "what_is_this, REJECTED"
    })
    void errors_mean_what_they_say(String error, ProviderFault fault) throws InterruptedException {
        stub.on(
                SlackExample.POST,
                200,
                Map.of("X-Slack-Req-Id", "r1"),
                "{\"ok\":false,\"error\":\"" + error + "\"}");

        Outcome.Refused refused = (Outcome.Refused) send("channel_message", null, "hi");

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo(error);
        assertThat(refused.evidence().requestId()).isEqualTo("r1");
    }

    @Test
    void an_error_after_which_it_may_be_done_leaves_it_open() throws InterruptedException {
        stub.on(SlackExample.POST, 200, "{\"ok\":false,\"error\":\"fatal_error\"}");

        assertThat(send("channel_message", null, "hi")).isInstanceOf(Outcome.Unclear.class);
    }

    @Test
    void too_much_says_how_long_to_wait() throws InterruptedException {
        stub.on(
                SlackExample.POST,
                429,
                Map.of("Retry-After", "30"),
                "{\"ok\":false,\"error\":\"ratelimited\"}");

        Outcome.Refused refused = (Outcome.Refused) send("channel_message", null, "hi");

        assertThat(refused.fault()).isEqualTo(ProviderFault.RATE_LIMITED);
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void a_message_that_went_out_is_found_by_its_mark() throws InterruptedException {
        stub.on(
                "GET /api/conversations.replies",
                200,
                """
                {"ok":true,"has_more":true,"messages":[{"ts":"1.1"},{"ts":"2.2","metadata":{"event_type":\
                "waybill_delivery","event_payload":{"delivery_id":"dlv_23456789abcd"}}}]}""");

        Finding finding = slack.provider().reconcile(job("thread_reply", THREAD, "hi"));

        assertThat(((Finding.Done) finding).sent().evidence().resourceId()).isEqualTo("2.2");
        assertThat(stub.lines())
                .containsExactly(
                        "GET /api/conversations.replies?channel=C1&include_all_metadata=true&limit=200&oldest=0&ts="
                                + THREAD);
    }

    @Test
    void what_is_not_in_all_that_was_said_was_not_sent() throws InterruptedException {
        String line = "GET /api/conversations.history";
        stub.on(line, 200, "{\"ok\":true,\"has_more\":false,\"messages\":[{\"ts\":\"1.1\"}]}");
        stub.on(line, 200, "{\"ok\":true,\"has_more\":true,\"messages\":[]}");
        stub.on(line, 200, "{\"ok\":false,\"error\":\"missing_scope\"}");
        Job job = job("channel_message", null, "hi");

        assertThat(slack.provider().reconcile(job)).isInstanceOf(Finding.NotDone.class);
        assertThat(slack.provider().reconcile(job)).isInstanceOf(Finding.Unknowable.class);
        assertThat(slack.provider().reconcile(job)).isInstanceOf(Finding.Unknowable.class);
    }

    @Test
    void a_reaction_that_is_there_is_added() throws InterruptedException {
        stub.on(SlackExample.REACT, 200, "{\"ok\":false,\"error\":\"already_reacted\"}");

        Outcome outcome = react("{\"name\":\"eyes\",\"timestamp\":\"5.5\"}");

        assertThat(outcome).isInstanceOf(Outcome.Sent.class);
        assertThat(stub.journal().getFirst().body())
                .isEqualTo("{\"channel\":\"C1\",\"timestamp\":\"5.5\",\"name\":\"eyes\"}");
    }

    @Test
    void a_reaction_needs_something_to_be_put_on() throws InterruptedException {
        assertThat(((Outcome.Refused) react("{\"name\":\"eyes\"}")).fault())
                .isEqualTo(ProviderFault.INPUT);
        assertThat(stub.journal()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_payload, REJECTED", "403, action_prohibited, AUTH",
        "404, no_service, NOT_FOUND", "410, channel_is_archived, REJECTED"
    })
    void a_webhook_answers_in_words(int status, String words, ProviderFault fault)
            throws InterruptedException {
        stub.on(SlackExample.HOOK, status, words);

        Outcome.Refused refused = (Outcome.Refused) send("incoming_webhook", null, "hi");

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo(words);
        assertThat(stub.journal().getFirst().body()).isEqualTo("{\"text\":\"hi\"}");
    }

    private Outcome send(String surface, @Nullable String thread, String text)
            throws InterruptedException {
        return slack.provider().invoke(job(surface, thread, text));
    }

    private Job job(String surface, @Nullable String thread, String text) {
        String target = surface.equals("incoming_webhook") ? "general" : "C1";
        return Jobs.job(
                slack.provider(),
                new DeliveryHandle("slack", surface, target, thread, null),
                "send_text",
                Shape.of("{}").put("text", text),
                slack.credential());
    }

    private Outcome react(String input) throws InterruptedException {
        return slack.provider()
                .invoke(
                        Jobs.job(
                                slack.provider(),
                                new DeliveryHandle("slack", "channel", "C1", null, null),
                                "add_reaction",
                                Shape.of(input),
                                slack.credential()));
    }
}
