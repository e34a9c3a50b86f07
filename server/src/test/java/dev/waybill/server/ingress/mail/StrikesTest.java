package dev.waybill.server.ingress.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StrikesTest {
    private final Strikes strikes = new Strikes();

    @Test
    void a_mail_is_given_up_after_five_rounds() {
        for (int i = 0; i < 4; i++) {
            assertThat(strikes.out("src_1", 7)).isFalse();
        }

        assertThat(strikes.out("src_1", 7)).isTrue();
    }

    @Test
    void each_mail_has_its_own_rounds() {
        for (int i = 0; i < 4; i++) {
            assertThat(strikes.out("src_1", 7)).isFalse();
            assertThat(strikes.out("src_2", 7)).isFalse();
        }

        assertThat(strikes.out("src_1", 8)).isFalse();
        assertThat(strikes.out("src_2", 7)).isTrue();
    }
}
