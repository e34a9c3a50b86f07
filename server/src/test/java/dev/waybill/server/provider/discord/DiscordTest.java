package dev.waybill.server.provider.discord;

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

/// Discord's own shapes.
class DiscordTest {
    private final DiscordExample discord = new DiscordExample();
    private final StubProvider stub = discord.stub();

    @AfterEach
    void close() {
        discord.close();
    }

    @Test
    void a_message_is_waited_for_and_calls_nobody() throws InterruptedException {
        discord.happy();

        Outcome.Sent sent = (Outcome.Sent) send(null);

        assertThat(stub.lines()).containsExactly(DiscordExample.SEND + "?wait=true");
        assertThat(stub.journal().getFirst().body())
                .isEqualTo("{\"content\":\"@everyone hi\",\"allowed_mentions\":{\"parse\":[]}}");
        assertThat(sent.result())
                .isEqualTo(Shape.of("{\"providerId\":\"9001\",\"channelId\":\"42\"}"));
    }

    @Test
    void a_thread_is_named_beside() throws InterruptedException {
        discord.happy();

        send("55");

        assertThat(stub.lines()).containsExactly(DiscordExample.SEND + "?wait=true&thread_id=55");
    }

    @ParameterizedTest
    @CsvSource({
        "404, 10015, NOT_FOUND",
        "401, 50027, AUTH",
        "400, 50035, REJECTED",
        "403, 50013, AUTH"
    })
    void errors_are_told(int status, int code, ProviderFault fault) throws InterruptedException {
        stub.on(DiscordExample.SEND, status, "{\"message\":\"no\",\"code\":" + code + "}");

        Outcome.Refused refused = (Outcome.Refused) send(null);

        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.message()).isEqualTo("no (" + code + ")");
    }

    @Test
    void too_much_says_how_long_to_wait() throws InterruptedException {
        stub.on(
                DiscordExample.SEND,
                429,
                "{\"message\":\"You are being rate limited.\",\"retry_after\":0.2505,\"global\":false}");

        assertThat(((Outcome.Refused) send(null)).retryAfter()).isEqualTo(Duration.ofMillis(251));
    }

    private Outcome send(@Nullable String thread) throws InterruptedException {
        return discord.provider()
                .invoke(
                        Jobs.job(
                                discord.provider(),
                                new DeliveryHandle("discord", "webhook", "77", thread, null),
                                "send_text",
                                Shape.of("{\"text\":\"@everyone hi\"}"),
                                discord.credential()));
    }
}
