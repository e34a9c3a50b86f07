package dev.waybill.protocol.network.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J",
                "\u0007",
                "\u009b31m",
                "\u202etxet",
                "a\u200bb",
                "\u2028",
                "\ufeff",
                "\udb40\udc41",
                "\\u202e"
            })
    void a_document_means_the_same_and_hides_nothing(String text) {
        String document = JSON.text(Json.emptyObject().put("text", text));

        String shown = Shown.json(document);

        assertThat(Shown.hidden(shown)).isZero();
        assertThat(JSON.tree(shown)).isEqualTo(JSON.tree(document));
    }

    @Test
    void lines_and_letters_of_all_tongues_stay() {
        String document = "{\n  \"text\" : \"Grüße, мир, 世界 🎉\"\n}";

        assertThat(Shown.json(document)).isEqualTo(document);
    }
}
