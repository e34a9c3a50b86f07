package dev.waybill.server.provider.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.StubProvider;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Telegram's own shapes.
class TelegramTest {
    private final TelegramExample telegram = new TelegramExample();
    private final StubProvider stub = telegram.stub();

    @AfterEach
    void close() {
        telegram.close();
    }

    @Test
    void a_message_and_a_reply_are_sent() throws InterruptedException {
        telegram.happy();

        Outcome.Sent sent = (Outcome.Sent) send("chat_message", null, telegram.credential());
        send("message_reply", "7", telegram.credential());

        assertThat(stub.journal())
                .extracting(StubProvider.Request::body)
                .containsExactly(
                        "{\"chat_id\":\"-100200\",\"text\":\"<b>hi</b>\"}",
                        "{\"chat_id\":\"-100200\",\"text\":\"<b>hi</b>\",\"reply_parameters\":{\"message_id\":7}}");
        assertThat(sent.result())
                .isEqualTo(Shape.of("{\"providerId\":\"8\",\"chatId\":\"-100200\"}"));
    }

    @ParameterizedTest
    @CsvSource({
        "400, Bad Request: chat not found, NOT_FOUND",
        "400, Bad Request: message text is empty, REJECTED",
        "401, Unauthorized, AUTH",
        "403, Forbidden: bot was blocked by the user, AUTH",
        "404, Not Found, AUTH"
    })
    void errors_are_told(int status, String said, ProviderFault fault) throws InterruptedException {
        stub.on(
                TelegramExample.SEND,
                status,
                "{\"ok\":false,\"error_code\":" + status + ",\"description\":\"" + said + "\"}");

        Outcome.Refused refused =
                (Outcome.Refused) send("chat_message", null, telegram.credential());

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo(said);
    }

    @Test
    void too_much_says_how_long_to_wait() throws InterruptedException {
        stub.on(
                TelegramExample.SEND,
                429,
                "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 5\",\"parameters\":{\"retry_after\":5}}");

        Outcome.Refused refused =
                (Outcome.Refused) send("chat_message", null, telegram.credential());

        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_token_that_is_none_goes_into_no_address() throws InterruptedException {
        Credential odd =
                new Credential(
                        "odd", Map.of("token", "1:a/../../x?", "base-url", stub.url()), true);

        Outcome outcome = send("chat_message", null, odd);

        assertThat(((Outcome.Refused) outcome).fault()).isEqualTo(ProviderFault.AUTH);
        assertThat(stub.journal()).isEmpty();
    }

    private Outcome send(String surface, @Nullable String thread, Credential credential)
            throws InterruptedException {
        return telegram.provider()
                .invoke(
                        Jobs.job(
                                telegram.provider(),
                                new DeliveryHandle("telegram", surface, "-100200", thread, null),
                                "send_text",
                                Shape.of("{\"text\":\"<b>hi</b>\"}"),
                                credential));
    }
}
