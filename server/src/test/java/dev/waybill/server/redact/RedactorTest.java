package dev.waybill.server.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RedactorTest {
    private static final Json JSON = new Json(JsonLimits.STORED);

    private final Redactor redactor = new Redactor(List.of(), Set.of());

    static List<Corpus.Sample> positives() {
        return Corpus.positives();
    }

    @ParameterizedTest
    @MethodSource("positives")
    void a_secret_is_taken_out_and_what_stands_before_it_stays(Corpus.Sample sample) {
        String redacted = redactor.redact(sample.text());

        assertThat(redacted).contains("[redacted:").doesNotContain(sample.secrets());
        assertThat(redacted).doesNotContain(rests(sample));
        assertThat(redacted).startsWith(begin(sample.before()));
        assertThat(redactor.redact(redacted)).isEqualTo(redacted);
    }

    @ParameterizedTest
    @MethodSource("positives")
    void a_secret_is_found_however_deep_it_lies(Corpus.Sample sample) {
        JsonNode inside = Json.emptyObject().put("text", sample.text());
        JsonNode tree = JSON.tree("[{\"a\":[1,null,{\"b\":%s}]}]".formatted(JSON.text(inside)));
        JsonNode quoted = Json.emptyObject().put("line", JSON.text(inside));

        assertThat(JSON.text(redactor.redact(tree))).doesNotContain(sample.secrets());
        assertThat(redactor.redact(quoted).path("line").stringValue())
                .as("JSON within a text")
                .doesNotContain(sample.secrets());
    }

    static List<String> negatives() {
        List<String> texts = new ArrayList<>(Corpus.negatives());
        Random random = new Random(11);
        texts.add(Corpus.made("base64", 60_000, random));
        texts.add("data:image/png;base64," + Corpus.made("base64", 60_000, random));
        return texts;
    }

    @ParameterizedTest
    @MethodSource("negatives")
    void what_is_no_secret_stays(String text) {
        JsonNode tree = Json.emptyObject().put("output", text);

        assertThat(redactor.redact(text)).isEqualTo(text);
        assertThat(redactor.redact(tree)).isEqualTo(tree);
    }

    @Test
    void what_stands_under_the_name_of_a_secret_is_one() {
        JsonNode tree =
                JSON.tree(
                        """
                        {"user":"bob","password":"x","pin":1,"db":{"dbPassword":12345,"Credentials":{"id":"i","on":true}},
                         "headers":{"Cookie":"a=b","X-Api-Key":"k"},"secrets":["a","b"],"token":"t","empty_token":"",
                         "max_tokens":100,"token_count":7,"key":"k","pwd":"/work","cwd":"/work","tokens":12}
                        """);

        assertThat(JSON.text(redactor.redact(tree)).replace("[redacted:named-value]", "#"))
                .isEqualTo(
                        "{\"user\":\"bob\",\"password\":\"#\",\"pin\":1,\"db\":{\"dbPassword\":\"#\",\"Credentials\":{\"id\":\"#\",\"on\":true}},"
                                + "\"headers\":{\"Cookie\":\"#\",\"X-Api-Key\":\"#\"},\"secrets\":[\"#\",\"#\"],\"token\":\"#\",\"empty_token\":\"\","
                                + "\"max_tokens\":100,\"token_count\":7,\"key\":\"k\",\"pwd\":\"/work\",\"cwd\":\"/work\",\"tokens\":12}");
    }

    @Test
    void a_command_line_in_pieces_hides_what_follows_the_name_of_a_secret() {
        JsonNode tree = JSON.tree("[\"mysql\",\"--password\",\"x\",\"--user\",\"bob\"]");

        assertThat(JSON.text(redactor.redact(tree)))
                .isEqualTo(
                        "[\"mysql\",\"--password\",\"[redacted:named-value]\",\"--user\",\"bob\"]");
    }

    @Test
    void patterns_of_ones_own_are_used_and_of_a_group_only_the_group_is_hidden() {
        Redactor own = new Redactor(List.of("ACME-[0-9]{6}", "badge (\\w+)"), Set.of());

        assertThat(own.redact("see ACME-123456, badge b7 and ACME-1"))
                .isEqualTo("see [redacted:pattern], badge [redacted:pattern] and ACME-1");
    }

    @ParameterizedTest
    @EnumSource(KnownSecret.class)
    void each_built_in_one_can_be_switched_off(KnownSecret secret) {
        Redactor all = new Redactor(List.of(), EnumSet.allOf(KnownSecret.class));
        Redactor only = new Redactor(List.of(), EnumSet.complementOf(EnumSet.of(secret)));
        JsonNode named = Json.emptyObject().put("password", "x");
        List<String> texts = Corpus.positives().stream().map(Corpus.Sample::text).toList();

        assertThat(texts).allSatisfy(text -> assertThat(all.redact(text)).isEqualTo(text));
        assertThat(all.redact(named)).isEqualTo(named);
        assertThat(
                        texts.stream().anyMatch(text -> !only.redact(text).equals(text))
                                || !only.redact(named).equals(named))
                .as("the corpus has something that only %s finds", secret)
                .isTrue();
    }

    @Test
    void a_pattern_that_cannot_be_used_is_told_why() {
        assertThat(Redactor.faultOf("(abc"))
                .hasValueSatisfying(why -> assertThat(why).contains("missing closing )"));
        assertThat(Redactor.faultOf("a*")).contains("it matches the empty text");
        assertThat(Redactor.faultOf("(?=a)b")).isPresent();
        assertThat(Redactor.faultOf("a".repeat(1001))).isPresent();
        assertThat(Redactor.faultOf("a+")).isEmpty();
    }

    static List<IntFunction<String>> hostile() {
        return List.of(
                n -> "a".repeat(n),
                n -> "token=".repeat(n / 6),
                n -> "token: token: ".repeat(n / 14),
                n -> "password=\"".repeat(n / 10),
                n -> "-----BEGIN PRIVATE KEY-----".repeat(n / 27),
                n -> "-----BEGIN PRIVATE KEY-----!--".repeat(n / 30),
                n -> "eyJaaaaaaaaa.".repeat(n / 13),
                n -> "http://a:".repeat(n / 9),
                n -> "http://a:b@".repeat(n / 11),
                n -> "Authorization: Bearer ".repeat(n / 22),
                n -> "cookie: a=b".repeat(n / 11),
                n -> "curl -u a:bcd ".repeat(n / 14),
                n -> "sk-".repeat(n / 3),
                n -> "=".repeat(n),
                n -> "token " + " ".repeat(n) + "=");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void time_grows_with_the_text_and_not_faster(IntFunction<String> text) {
        Redactor own = new Redactor(List.of("(a|aa)+b", "(\\w+\\s?)*;"), Set.of());
        millis(own, text.apply(20_000));

        long small = millis(own, text.apply(20_000));
        long large = millis(own, text.apply(320_000));

        assertThat(large)
                .as("16 times the text after %s ms", small)
                .isLessThan(16 * 4 * small + 500);
    }

    private static long millis(Redactor redactor, String text) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        assertThat(redactor.redact(text)).isNotEmpty();
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1_000_000;
    }

    /// What the output would hold if only the first part of a secret were taken out.
    private static List<String> rests(Corpus.Sample sample) {
        return sample.secrets().stream()
                .map(secret -> "]" + secret.substring(secret.length() - 2))
                .toList();
    }

    /// Names in a header may be what gives the secret away; the rest of the beginning has to stay.
    private static String begin(String before) {
        int key = before.indexOf("-----BEGIN");
        return key >= 0 ? before.substring(0, key) : before.substring(0, before.length() / 2);
    }
}
