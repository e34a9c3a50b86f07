package dev.waybill.server.source.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class BoundsTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectNode NAMES = names();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Test
    void an_expression_has_a_longest_length() {
        faults("'" + "a".repeat(Lexer.MAX_LENGTH) + "'", "longer than 8192 characters");
    }

    @Test
    void an_expression_has_a_greatest_depth() {
        faults("(".repeat(1000) + "1" + ")".repeat(1000), "more than 1000 words");
        faults("(".repeat(100) + "1" + ")".repeat(100), "nested more than 64 deep");
        faults("[".repeat(400), "nested more than 64 deep");
        faults("a?".repeat(400), "nested more than 64 deep");
        faults("a[".repeat(400), "nested more than 64 deep");
        faults("1" + " ^ 1 + 1".repeat(400), "more than 1000 words");
    }

    @Test
    void long_chains_are_worked_out() {
        assertThat(value("0" + " + 1".repeat(490)).doubleValue()).isEqualTo(490);
        assertThat(value("!".repeat(900) + "true").booleanValue()).isTrue();
    }

    @Test
    void work_that_multiplies_ends() {
        faults("list[.x != list[.x != list[.x != list[.x]]]]", "more than 100000 steps");
        faults(
                "list[!contains(list, .y)][!contains(list, .z)][!contains(list, .y)]",
                "more than 100000 steps");
    }

    @Test
    void texts_that_grow_end() {
        faults("long + long", "more than 65536 characters");
        faults("join(list, long)", "more than 65536 characters");
        faults("format('{0}{0}', long)", "more than 65536 characters");
    }

    @Test
    void searching_costs_what_it_takes() {
        faults("contains(long, long + 'b')", "more than 100000 steps");
        faults("(long + 'b') in long", "more than 100000 steps");
    }

    @Test
    void patterns_cost_what_they_take() {
        faults("matches(text, '" + "a{1000}".repeat(30) + "$')", "more than 100000 steps");
        faults("list[.q != list[.q || matches(text, '(a|b|c|d|.)*x')]]", "more than 100000 steps");
        assertThat(value("matches(text, 'a*a*a*a*a*a*a*Z')").booleanValue()).isFalse();
        faults("matches(text, '.{0,350}.{0,350}z')", "more than 100000 steps");
        faults("glob('x', '" + "*".repeat(2000) + "')", "longer than 1024");
    }

    @Test
    void deep_lists_end() {
        faults("deep + ''", "nested more than 100 deep");
        faults("deep == 'x'", "nested more than 100 deep");
    }

    @Test
    void a_filter_has_a_greatest_size() {
        ObjectNode wide = NODES.objectNode();
        IntStream.range(0, 2000).forEach(i -> wide.put("k" + i, i));
        ObjectNode deep = NODES.objectNode();
        ObjectNode inner = deep;
        for (int i = 0; i < 40; i++) {
            inner = inner.putObject("k");
        }

        assertThatThrownBy(() -> Filter.parse(NODES.objectNode().set("metadata", wide)))
                .hasMessageContaining("filter.metadata: it has more than 1000 values");
        assertThatThrownBy(() -> Filter.parse(NODES.objectNode().set("payload", deep)))
                .hasMessageContaining("filter.payload: it is nested more than 32 deep");
    }

    @Test
    void a_shortcut_over_long_lists_ends() {
        ArrayNode wanted = NODES.arrayNode();
        IntStream.range(0, 900).forEach(i -> wanted.add("x" + i));
        ArrayNode actual = NODES.arrayNode();
        IntStream.range(0, 100_000).forEach(i -> actual.add("y" + i));
        Filter filter =
                Filter.parse(
                        NODES.objectNode().set("metadata", NODES.objectNode().set("l", wanted)));

        Filter.Verdict verdict =
                filter.match(
                        new Filter.Context(
                                NODES.objectNode().set("l", actual),
                                NODES.objectNode(),
                                "v",
                                "t",
                                "k"));

        assertThat(verdict.matched()).isFalse();
    }

    @Test
    void no_expression_does_anything_but_answer_or_fault() {
        Random random = new Random(20_261_116);
        for (int i = 0; i < 30_000; i++) {
            String text = i % 3 == 0 ? characters(random) : words(random);
            Instant begun = Instant.now();
            try {
                value(text);
            } catch (ExprFault e) {
                assertThat(e.detail()).isNotBlank();
            } catch (RuntimeException e) {
                fail("<" + text + ">", e);
            }
            assertThat(Duration.between(begun, Instant.now())).as(text).isLessThan(PATIENCE);
        }
    }

    private static String characters(Random random) {
        String all = "ab1.'\"()[]{}|?:,+-*/%^=!<>&\\ \n\u00e9\ud83d\udc4b#";
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i >= 0; i--) {
            text.append(all.charAt(random.nextInt(all.length())));
        }
        return text.toString();
    }

    private static String words(Random random) {
        String[] all = {
            "1",
            "0.5",
            "'a'",
            "'(a'",
            "true",
            "list",
            "text",
            "deep",
            "long",
            "nothing",
            ".x",
            ".y",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "k:",
            ",",
            "|",
            "?",
            ":",
            "+",
            "-",
            "*",
            "/",
            "//",
            "%",
            "^",
            "==",
            "!=",
            "<",
            ">=",
            "in",
            "&&",
            "||",
            "!",
            "contains(",
            "join(",
            "format(",
            "matches(",
            "glob(",
            "exists(",
            ".length",
            "[0]",
            "[.x]",
            "[.y > 1]"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(14); i >= 0; i--) {
            text.append(all[random.nextInt(all.length)]).append(' ');
        }
        return text.toString();
    }

    private static void faults(String expr, String words) {
        Instant begun = Instant.now();

        assertThatThrownBy(() -> value(expr))
                .isInstanceOf(ExprFault.class)
                .message()
                .containsPattern(words);
        assertThat(Duration.between(begun, Instant.now())).isLessThan(PATIENCE);
    }

    private static JsonNode value(String expr) {
        return new Evaluator(NAMES, new Meter()).value(Parser.parse(expr));
    }

    private static ObjectNode names() {
        ObjectNode names = NODES.objectNode();
        ArrayNode list = names.putArray("list");
        IntStream.range(0, 300).forEach(i -> list.addObject().put("y", i));
        names.put("text", "abc".repeat(1000));
        names.put("long", "a".repeat(40_000));
        names.putNull("nothing");
        ArrayNode deep = names.putArray("deep");
        for (int i = 0; i < 500; i++) {
            deep = deep.addArray();
        }
        return names;
    }
}
