package dev.waybill.protocol.network.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.network.text.LenientUtf8;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TreeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "[01]",
                "[1.]",
                "[.5]",
                "[+1]",
                "[1e]",
                "-",
                "nul",
                "truex",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u12\"",
                "\"\t\"",
                "[1]]",
                "{} {}",
                "\ufeff{}",
                "[NaN]",
                "// x\n1",
                "{\"a\" 1}",
                "[1 2]",
                "\"\u0000\"",
                "\u0000",
                "[\"\\u١٢٣٤\"]"
            })
    void what_is_not_json_is_refused(String text) {
        assertThatThrownBy(() -> Tree.read(text))
                .isInstanceOf(NotJson.class)
                .hasMessageStartingWith("malformed JSON at character ");
    }

    @Test
    void nesting_has_an_end() {
        assertThat(Tree.read("[".repeat(64) + "]".repeat(64))).isInstanceOf(Tree.Items.class);
        assertThatThrownBy(() -> Tree.read("[".repeat(65) + "]".repeat(65)))
                .hasMessageContaining("nested deeper than 64");
        assertThatThrownBy(() -> Tree.read("{\"a\":".repeat(200_000))).isInstanceOf(NotJson.class);
    }

    @Test
    void what_passes_through_keeps_its_spelling() {
        String spelled =
                "{ \"b\" : 1.0 , \"a\":[ 1e2,-0 ,\"\\u00e9\\/ <&>\u2028 \\\" x\" ] , \"a\" : null }";

        assertThat(RawJson.of(spelled).text())
                .isEqualTo(
                        "{\"b\":1.0,\"a\":[1e2,-0,\"\\u00e9\\/ \\u003c\\u0026\\u003e\\u2028 \\\" x\"],\"a\":null}");
    }

    @Test
    void names_count_in_any_case_and_the_last_one_wins() {
        Tree.Members object =
                (Tree.Members) Tree.read("{\"kind\":1,\"KIND\":2,\"\u212aind\":3,\"k\u0131nd\":4}");

        assertThat(object.last("kind")).hasToString("Numeral[span=3]");
        assertThat(object.named("kind")).hasSize(3);
        assertThat(object.has("KIND")).isTrue();
        assertThat(object.has("Kind")).isFalse();
    }

    @Test
    void half_a_surrogate_pair_is_replaced() {
        assertThat(
                        ((Tree.Text)
                                        Tree.read(
                                                "\"\\ud83d\\ude00 \\ud83dx \\ude00 \\ud83d\\u0041\""))
                                .value())
                .isEqualTo("\ud83d\ude00 \ufffdx \ufffd \ufffdA");
    }

    @ParameterizedTest
    @CsvSource({"61ff62, 1", "e282, 2", "61eda080, 3", "c0af, 2", "f09f98, 3", "f09f9880, 0"})
    void each_stray_byte_is_replaced_by_itself(String hex, int replaced) {
        String text = LenientUtf8.decode(HexFormat.of().parseHex(hex));

        assertThat(text.chars().filter(c -> c == 0xfffd).count()).isEqualTo(replaced);
    }

    @Test
    void proper_text_is_decoded_as_it_is() {
        String text = "a é € 😀 \u0000";

        assertThat(LenientUtf8.decode(text.getBytes(UTF_8))).isEqualTo(text);
    }
}
