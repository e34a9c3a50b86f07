package dev.waybill.server.provider.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.StubProvider.Request;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is asked of the address of a declared provider, and what its answers mean.
class DeclaredProviderTest {
    private final DeclaredExample tracker = new DeclaredExample();
    private final StubProvider stub = tracker.stub();

    @AfterEach
    void close() {
        tracker.close();
    }

    @Test
    void what_is_to_be_done_is_posted_as_it_is_and_signed() throws InterruptedException {
        tracker.happy();

        Outcome.Sent sent = (Outcome.Sent) note(tracker.credential());

        Request request = stub.journal().getFirst();
        String body =
                "{\"deliveryId\":\"dlv_23456789abcd\",\"operation\":\"add_note\",\"handle\":{\"provider\":\"tracker\",\"surface\":\"case\",\"targetRef\":\"T-1\",\"threadRef\":\"note-2\",\"replyMode\":null},\"input\":{\"text\":\"grüß dich\"}}";
        assertThat(request.body()).isEqualTo(body);
        assertThat(request.header("idempotency-key")).isEqualTo(Jobs.DELIVERY);
        assertThat(request.header("x-waybill-timestamp")).isEqualTo("1767225600");
        assertThat(request.header("x-waybill-signature"))
                .isEqualTo(
                        "sha256=c13377724a6e36a869d10687b04c8b73d8c50b1825e4e9603079960b2f66024f");
        assertThat(request.header("x-agentinbox-signature"))
                .isEqualTo(request.header("x-waybill-signature"));
        assertThat(request.header("x-agentinbox-timestamp")).isEqualTo("1767225600");
        assertThat(sent.note()).isEqualTo("sent to Tracker");
        assertThat(sent.result().path("providerId").asString()).isEqualTo("n7");
        assertThat(sent.evidence().resourceId()).isEqualTo("n7");
        assertThat(sent.evidence().url()).isEqualTo("https://t/n7");
    }

    @ParameterizedTest
    @CsvSource({
        "200, sent to Tracker",
        "201, sent to Tracker",
        "204, sent to Tracker",
        "202, accepted by Tracker",
        "409, had been sent before to Tracker"
    })
    void these_answers_mean_that_it_is_done(int status, String note) throws InterruptedException {
        stub.on(DeclaredExample.HOOK, status, "");

        Outcome.Sent sent = (Outcome.Sent) note(tracker.credential());

        assertThat(sent.note()).isEqualTo(note);
        assertThat(sent.result().isEmpty()).isTrue();
    }

    @Test
    void a_secret_that_is_told_back_is_not_kept() throws InterruptedException {
        String secret = tracker.credential().field("secret").orElseThrow();
        stub.on(
                DeclaredExample.HOOK,
                200,
                Map.of("X-Request-Id", "r-" + secret),
                "{\"providerId\":\"n-%1$s\",\"echo\":{\"%1$s\":[\"with %1$s\",1,true]}}"
                        .formatted(secret));

        Outcome.Sent sent = (Outcome.Sent) note(tracker.credential());

        assertThat(sent.result().toString()).doesNotContain(secret);
        assertThat(sent.result().path("echo").path("[redacted]").path(1).asInt()).isEqualTo(1);
        assertThat(sent.evidence().toString()).doesNotContain(secret).contains("r-[redacted]");
    }

    @Test
    void of_a_result_without_end_nothing_is_kept() throws InterruptedException {
        String body = "{\"providerId\":\"n7\",\"all\":\"" + "lorem ".repeat(20_000) + "\"}";
        stub.on(DeclaredExample.HOOK, 200, Map.of("X-Request-Id", "r".repeat(5000)), body);

        Outcome.Sent sent = (Outcome.Sent) note(tracker.credential());

        assertThat(sent.result()).isEqualTo(Shape.of("{\"truncated\":true}"));
        assertThat(sent.evidence().resourceId()).isEqualTo("n7");
        assertThat(sent.evidence().requestId()).hasSize(500);
    }

    @ParameterizedTest
    @CsvSource({
        "400, REJECTED",
        "401, AUTH",
        "404, NOT_FOUND",
        "410, REJECTED",
        "422, REJECTED",
        "429, RATE_LIMITED",
        "500, UNAVAILABLE",
        "503, UNAVAILABLE"
    })
    void these_mean_that_it_is_not(int status, ProviderFault fault) throws InterruptedException {
        stub.on(DeclaredExample.HOOK, status, "{\"error\":\"because\"}");

        Outcome.Refused refused = (Outcome.Refused) note(tracker.credential());

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo("because");
    }

    @Test
    void a_workspace_can_have_it_elsewhere_and_then_signs_for_itself() throws InterruptedException {
        stub.on("POST /own", 200, "{}");
        Map<String, String> theirs =
                Map.of("secret", "another secret of theirs", "url", stub.url() + "/own");

        note(new Credential("own", theirs, true));
        Outcome unsigned = note(new Credential("bare", Map.of("url", stub.url() + "/own"), true));

        assertThat(stub.lines()).containsExactly("POST /own");
        assertThat(((Outcome.Refused) unsigned).fault()).isEqualTo(ProviderFault.AUTH);
    }

    @Test
    void who_answers_is_taken_to_heed_the_key_unless_it_is_declared_otherwise() {
        var ticket = tracker.provider().surface("ticket").orElseThrow();

        assertThat(ticket.operation("add_note").orElseThrow().idempotence())
                .isEqualTo(Idempotence.PROVIDER_KEY);
        assertThat(ticket.operation("escalate").orElseThrow().idempotence())
                .isEqualTo(Idempotence.NONE);
        assertThat(ticket.operation("escalate").orElseThrow().destructive()).isTrue();
    }

    private Outcome note(Credential credential) throws InterruptedException {
        return tracker.provider()
                .invoke(
                        Jobs.job(
                                tracker.provider(),
                                new DeliveryHandle("tracker", "case", "T-1", "note-2", null),
                                "add_note",
                                Shape.of("{\"text\":\"grüß dich\"}"),
                                credential));
    }
}
