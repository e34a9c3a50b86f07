package dev.waybill.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTest {
    @Test
    void a_line_has_no_breaks_and_no_control_characters() {
        assertThat(Plain.line(" a\r\n\tb\u001b]0;title\u0007c\u009b31m "))
                .isEqualTo("a b ]0;title c 31m");
    }

    @Test
    void a_long_line_is_cut_between_characters() {
        assertThat(Plain.line("😀😀😀😀", 3)).isEqualTo("😀😀…");
        assertThat(Plain.line("abc", 3)).isEqualTo("abc");
    }

    @Test
    void a_block_keeps_its_lines() {
        assertThat(Plain.block("a\r\nb\rc\n\td\u001b[2J")).isEqualTo("a\nb\nc\n\td[2J");
    }

    @Test
    void emoji_of_several_parts_stay_whole() {
        assertThat(Plain.line("👩‍💻 ok")).isEqualTo("👩‍💻 ok");
        assertThat(Plain.block("👩‍💻")).isEqualTo("👩‍💻");
    }

    @Test
    void text_that_would_change_its_direction_is_disarmed() {
        assertThat(Plain.line("a\u202eb\u2066c")).isEqualTo("a b c");
    }
}
