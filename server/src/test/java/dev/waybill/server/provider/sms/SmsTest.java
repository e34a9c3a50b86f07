package dev.waybill.server.provider.sms;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Twilio's own shapes.
class SmsTest {
    private final SmsExample sms = new SmsExample();
    private final StubProvider stub = sms.stub();

    @AfterEach
    void close() {
        sms.close();
    }

    @Test
    void a_message_is_a_form_sent_by_the_account() throws InterruptedException {
        sms.happy();

        Outcome.Sent sent = (Outcome.Sent) send(sms.credential());

        Request request = stub.journal().getFirst();
        assertThat(request.line()).isEqualTo(SmsExample.SEND);
        assertThat(request.header("authorization"))
                .isEqualTo("Basic QUMxOnRva2VuLW9mLXRoZS1hY2NvdW50");
        assertThat(request.header("content-type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(request.body())
                .isEqualTo("Body=a%20%26%20b%2A&From=%2B15005550006&To=%2B4915112345678");
        assertThat(sent.result())
                .isEqualTo(Shape.of("{\"providerId\":\"SM1\",\"status\":\"queued\"}"));
        assertThat(sent.evidence().resourceId()).isEqualTo("SM1");
    }

    @Test
    void a_service_can_choose_the_number() throws InterruptedException {
        sms.happy();

        send(sms.credential("messaging-service-sid", "MG1"));

        assertThat(stub.journal().getFirst().body())
                .contains("MessagingServiceSid=MG1")
                .doesNotContain("From");
    }

    @ParameterizedTest
    @CsvSource({
        "400, 21211, REJECTED",
        "400, 21610, REJECTED",
        "401, 20003, AUTH",
        "403, 21408, AUTH",
        "404, 20404, NOT_FOUND",
        "429, 20429, RATE_LIMITED",
        "400, 21611, RATE_LIMITED",
        "429, 63038, QUOTA",
        "500, 20500, UNAVAILABLE",
        "400, 99999, REJECTED"
    })
    void codes_mean_what_they_say(int status, int code, ProviderFault fault)
            throws InterruptedException {
        stub.on(
                SmsExample.SEND,
                status,
                "{\"code\":" + code + ",\"message\":\"no\",\"status\":" + status + "}");

        Outcome.Refused refused = (Outcome.Refused) send(sms.credential());

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo("no (" + code + ")");
    }

    @Test
    void a_message_that_failed_at_once_was_not_sent() throws InterruptedException {
        stub.on(
                SmsExample.SEND,
                201,
                "{\"sid\":\"SM1\",\"status\":\"failed\",\"error_message\":\"landline\"}");

        assertThat(((Outcome.Refused) send(sms.credential())).message()).isEqualTo("landline");
    }

    @Test
    void nobody_can_tell_whether_a_message_went_out() {
        assertThat(
                        sms.provider()
                                .surface("phone")
                                .orElseThrow()
                                .canonical()
                                .orElseThrow()
                                .idempotence())
                .isEqualTo(Idempotence.NONE);
    }

    private Outcome send(Credential credential) throws InterruptedException {
        return sms.provider()
                .invoke(
                        Jobs.job(
                                sms.provider(),
                                new DeliveryHandle("sms", "phone", "+4915112345678", null, null),
                                "send_text",
                                Shape.of("{\"text\":\"a & b*\"}"),
                                credential));
    }
}
