package dev.waybill.server.provider.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.StubProvider;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Matrix's own shapes.
class MatrixTest {
    private final MatrixExample matrix = new MatrixExample();
    private final StubProvider stub = matrix.stub();

    @AfterEach
    void close() {
        matrix.close();
    }

    @Test
    void the_delivery_is_the_transaction() throws InterruptedException {
        matrix.happy();

        Outcome.Sent sent =
                (Outcome.Sent) invoke("room_message", null, "send_text", "{\"text\":\"@room hi\"}");

        assertThat(stub.lines()).containsExactly(MatrixExample.SEND);
        assertThat(stub.journal().getFirst().header("authorization"))
                .isEqualTo("Bearer token-of-a-user");
        assertThat(stub.journal().getFirst().body())
                .isEqualTo("{\"msgtype\":\"m.text\",\"body\":\"@room hi\",\"m.mentions\":{}}");
        assertThat(sent.evidence().resourceId()).isEqualTo("$made");
    }

    @Test
    void a_reply_stays_in_its_thread() throws InterruptedException {
        matrix.happy();

        invoke("thread_reply", "$begin", "send_text", "{\"text\":\"hi\",\"notice\":true}");

        assertThat(stub.journal().getFirst().body())
                .isEqualTo(
                        "{\"msgtype\":\"m.notice\",\"body\":\"hi\",\"m.mentions\":{},\"m.relates_to\":{\"rel_type\":\"m.thread\",\"event_id\":\"$begin\",\"is_falling_back\":true,\"m.in_reply_to\":{\"event_id\":\"$begin\"}}}");
    }

    @Test
    void a_reaction_goes_to_an_event() throws InterruptedException {
        matrix.happy();

        invoke("room", null, "add_reaction", "{\"key\":\"👍\",\"eventId\":\"$e\"}");
        Outcome nowhere = invoke("room", null, "add_reaction", "{\"key\":\"👍\"}");

        assertThat(stub.journal().getFirst().body())
                .isEqualTo(
                        "{\"m.relates_to\":{\"rel_type\":\"m.annotation\",\"event_id\":\"$e\",\"key\":\"👍\"}}");
        assertThat(((Outcome.Refused) nowhere).fault()).isEqualTo(ProviderFault.INPUT);
        assertThat(stub.journal()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "403, M_FORBIDDEN, AUTH",
        "401, M_UNKNOWN_TOKEN, AUTH",
        "404, M_NOT_FOUND, NOT_FOUND",
        "413, M_TOO_LARGE, REJECTED",
        "403, M_RESOURCE_LIMIT_EXCEEDED, QUOTA",
        "400, M_WHATEVER, REJECTED"
    })
    void errors_mean_what_they_say(int status, String error, ProviderFault fault)
            throws InterruptedException {
        stub.on(
                MatrixExample.SEND,
                status,
                "{\"errcode\":\"" + error + "\",\"error\":\"told so\"}");

        Outcome.Refused refused =
                (Outcome.Refused) invoke("room_message", null, "send_text", "{\"text\":\"x\"}");

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo("told so (" + error + ")");
    }

    @Test
    void too_much_says_how_long_to_wait() throws InterruptedException {
        stub.on(
                MatrixExample.SEND,
                429,
                "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"error\":\"slow\",\"retry_after_ms\":2500}");

        Outcome.Refused refused =
                (Outcome.Refused) invoke("room_message", null, "send_text", "{\"text\":\"x\"}");

        assertThat(refused.fault()).isEqualTo(ProviderFault.RATE_LIMITED);
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMillis(2500));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"9223372036854775807", "31536000000", "99999999999999999999999", "1e300"})
    void nobody_is_left_alone_for_ever(String wait) throws InterruptedException {
        stub.on(
                MatrixExample.SEND,
                429,
                "{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":" + wait + "}");

        Outcome.Refused refused =
                (Outcome.Refused) invoke("room_message", null, "send_text", "{\"text\":\"x\"}");

        assertThat(refused.retryAfter()).isEqualTo(Outcome.LONGEST_PAUSE);
    }

    @Test
    void a_reaction_that_is_there_is_added() throws InterruptedException {
        stub.on(
                MatrixExample.REACT,
                400,
                "{\"errcode\":\"M_DUPLICATE_ANNOTATION\",\"error\":\"twice\"}");

        assertThat(invoke("thread_reply", "$begin", "add_reaction", "{\"key\":\"x\"}"))
                .isInstanceOf(Outcome.Sent.class);
    }

    private Outcome invoke(String surface, @Nullable String thread, String operation, String input)
            throws InterruptedException {
        return matrix.provider()
                .invoke(
                        Jobs.job(
                                matrix.provider(),
                                new DeliveryHandle(
                                        "matrix", surface, "!room:example.org", thread, null),
                                operation,
                                Shape.of(input),
                                matrix.credential()));
    }
}
