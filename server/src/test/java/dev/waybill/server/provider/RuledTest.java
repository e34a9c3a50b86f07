package dev.waybill.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.discord.Discord;
import dev.waybill.server.provider.email.EmailProvider;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.provider.github.GitHub;
import dev.waybill.server.provider.slack.Slack;
import dev.waybill.server.provider.telegram.Telegram;
import dev.waybill.server.refusal.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One place has one name for the rules, however it is spelled.
class RuledTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final InstantSource CLOCK = InstantSource.system();

    @Test
    void what_the_provider_takes_for_the_same_is_the_same() {
        MailDoor door = new MailDoor(new TargetGuard(List.of()), Duration.ofSeconds(1));

        assertThat(ruled(new GitHub(CLOCK), "ACME/App#5")).isEqualTo("acme/app#5");
        assertThat(ruled(new EmailProvider(door, CLOCK), "X@B\u00dcCHER.example"))
                .isEqualTo("x@xn--bcher-kva.example");
        assertThat(ruled(new Telegram(JSON, CLOCK), "@Name")).isEqualTo("@name");
    }

    @Test
    void and_what_it_tells_apart_is_not() {
        assertThat(ruled(new Slack(JSON, CLOCK), "C0Ab")).isEqualTo("C0Ab");
    }

    @Test
    void no_number_has_a_second_spelling() {
        assertRefused(new Telegram(JSON, CLOCK), "-0100123");
        assertRefused(new Discord(JSON, CLOCK), "0123");
        assertRefused(new GitHub(CLOCK), "o/r#05");
    }

    private static void assertRefused(Provider provider, String target) {
        Surface surface = provider.surfaces().getFirst();
        DeliveryHandle handle =
                new DeliveryHandle(provider.name(), surface.name(), target, null, null);

        assertThatThrownBy(() -> provider.check(handle, surface)).isInstanceOf(Refusal.class);
    }

    private static String ruled(Provider provider, String target) {
        return provider.ruled(new DeliveryHandle(provider.name(), "any", target, null, null));
    }
}
