package dev.waybill.server.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @Test
    void words_are_letters_and_digits_without_case() {
        assertThat(Words.plain("  Build #42 FAILED: see `log.txt`!\n"))
                .isEqualTo("build 42 failed see log txt");
    }

    @Test
    void accents_are_dropped_and_signs_stand_alone() {
        assertThat(Words.plain("Crème 日本")).isEqualTo("creme 日 本");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                " - ",
                "...a..b..",
                "@[`{/:^_~ AZaz09",
                "tabs\tand\u0000controls\u001f\u007f",
                "snake_case kebab-case a.b@c.d"
            })
    void a_plain_text_is_cut_as_one_with_other_letters_is(String text) {
        String beside = Words.plain(text + " é");

        assertThat((Words.plain(text) + " e").strip()).isEqualTo(beside);
    }
}
