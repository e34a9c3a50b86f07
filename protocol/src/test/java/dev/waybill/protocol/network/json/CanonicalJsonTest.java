package dev.waybill.protocol.network.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
    @Test
    void the_example_of_the_rfc_comes_out() {
        String document =
                """
                {"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                 "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}
                """;

        assertThat(canonical(document))
                .isEqualTo(
                        "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    @Test
    void names_are_in_the_order_of_their_code_units() throws IOException {
        String document =
                "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\\u00f6\":7}";

        assertThat(canonical(document)).isEqualTo(oracle(document));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "1.0, 1",
        "1e21, 1e+21",
        "1e20, 100000000000000000000",
        "1e-6, 0.000001",
        "1e-7, 1e-7",
        "5e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "9007199254740991, 9007199254740991",
        "-123.456, -123.456",
        "2E23, 2e+23"
    })
    void numbers_are_as_ecmascript_writes_them(String literal, String canonical) {
        assertThat(canonical(literal)).isEqualTo(canonical);
    }

    @Test
    void a_hundred_thousand_doubles_are_as_the_oracle_writes_them() throws IOException {
        Random random = new Random(20261115);
        for (int round = 0; round < 100; round++) {
            StringBuilder document = new StringBuilder("[0.5");
            for (int i = 0; i < 1000; i++) {
                double value = Double.longBitsToDouble(random.nextLong());
                if (Double.isFinite(value)) {
                    document.append(',').append(value);
                }
            }
            document.append(']');

            assertThat(canonical(document.toString())).isEqualTo(oracle(document.toString()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}",
                "9007199254740993",
                "1e999",
                "[{\"a\":{\"b\":1,\"b\":1}}]"
            })
    void what_has_no_canonical_form_is_refused(String document) {
        assertThatThrownBy(() -> canonical(document)).isInstanceOf(NotJson.class);
    }

    private static String canonical(String document) {
        return new String(CanonicalJson.bytes(Tree.read(document)), UTF_8);
    }

    private static String oracle(String document) throws IOException {
        return new JsonCanonicalizer(document).getEncodedString();
    }
}
