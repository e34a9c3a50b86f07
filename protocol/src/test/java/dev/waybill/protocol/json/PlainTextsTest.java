package dev.waybill.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlainTextsTest {
    private static final String WORDS =
            "the quick brown fox jumps over the lazy dog, again and again";

    private final Json json = new Json(JsonLimits.STORED);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "?", "\"", "\\", "\n", "\u0000", "\u001f", "\u007f", "/", "é", "漢", "😀"
            })
    void a_text_is_read_as_it_was_written_wherever_a_sign_stands(String sign) {
        for (int at = 0; at <= WORDS.length(); at++) {
            String text = WORDS.substring(0, at) + sign + WORDS.substring(at);

            assertThat(json.tree(json.write(text)).asString()).isEqualTo(text);
            assertThat(new String(json.write(text), StandardCharsets.UTF_8))
                    .isEqualTo(json.text(text));
            assertThat(json.quoted(text)).isEqualTo(json.text(text));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "?", "\"", "\\", "\n", "\u0000", "\u001f", "\u007f", "\u0080", "é", "漢"})
    void a_short_text_is_quoted_as_it_is_written(String sign) {
        String text = "short " + sign + " text";

        assertThat(json.quoted(text)).isEqualTo(json.text(text));
    }

    @Test
    void any_signs_are_written_as_they_are_sign_by_sign() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            String text =
                    random.ints(random.nextInt(200), 0, 256)
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    StringBuilder::append)
                            .toString();

            assertThat(new String(json.write(text), StandardCharsets.UTF_8))
                    .isEqualTo(json.text(text));
            assertThat(json.quoted(text)).isEqualTo(json.text(text));
        }
    }

    @Test
    void half_a_surrogate_pair_is_no_question_mark() {
        String text = WORDS + "\ud800";

        assertThat(PlainTexts.isPlain(text, text.getBytes(StandardCharsets.UTF_8))).isFalse();
        assertThat(PlainTexts.isPlain(WORDS + "?", (WORDS + "?").getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }
}
