package dev.waybill.server.source.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class FilterTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Filter.Context CONTEXT =
            new Filter.Context(
                    JSON.tree(
                            """
                            {"number": 7, "labels": ["bug", "p1"], "author": "ann", "draft": false, "nothing": null,
                             "boss": {"name": "zoe", "city": {"zip": "53111"}}, "people": [{"name": "ann", "tags": []}]}
                            """),
                    JSON.tree("{\"action\": \"opened\", \"list\": [{\"n\": 1}, {\"n\": 2}]}"),
                    "IssuesEvent.opened",
                    "github_repo",
                    "acme/widgets");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{}; true",
                "{'number': 7}; true",
                "{'number': 7.0}; true",
                "{'number': '7'}; false",
                "{'number': 8}; false",
                "{'author': 'ann', 'number': 7}; true",
                "{'author': 'ann', 'number': 8}; false",
                "{'author': ['bob', 'ann']}; true",
                "{'author': ['bob', 'cyd']}; false",
                "{'author': []}; false",
                "{'labels': 'bug'}; true",
                "{'labels': 'p2'}; false",
                "{'labels': ['bug', 'p1']}; true",
                "{'labels': ['p1']}; true",
                "{'labels': ['p1', 'p2']}; false",
                "{'labels': []}; true",
                "{'boss': {'name': 'zoe'}}; true",
                "{'boss': {'name': 'ann'}}; false",
                "{'boss': {'city': {'zip': '53111'}}}; true",
                "{'boss': {}}; true",
                "{'boss': 'zoe'}; false",
                "{'author': {}}; false",
                "{'boss.name': 'zoe'}; true",
                "{'boss.city.zip': '53111'}; true",
                "{'boss': {'city.zip': '53111'}}; true",
                "{'boss.missing.zip': '53111'}; false",
                "{'people': {'name': 'ann'}}; false",
                "{'people': [{'name': 'ann'}]}; true",
                "{'people': [{'name': 'bob'}]}; false",
                "{'people.name': 'ann'}; false",
                "{'draft': false}; true",
                "{'draft': 0}; false",
                "{'nothing': null}; true",
                "{'missing': null}; false",
                "{'missing': 1}; false",
                "{'': 1}; false",
            })
    void a_shortcut_is_a_part_of_the_facts(String shortcut, boolean fits) {
        Filter filter = filter("{'metadata': " + shortcut + "}");

        Filter.Verdict verdict = filter.match(CONTEXT);

        assertThat(verdict)
                .isEqualTo(
                        fits
                                ? new Filter.Verdict(true, "filter shortcuts matched")
                                : new Filter.Verdict(false, "metadata shortcut mismatch"));
    }

    @Test
    void all_parts_have_to_match() {
        assertThat(filter("{'payload': {'action': 'closed'}}").match(CONTEXT))
                .isEqualTo(new Filter.Verdict(false, "payload shortcut mismatch"));
        assertThat(
                        filter(
                                        "{'metadata': {'number': 7}, 'payload': {'action': 'opened'}, 'expr': 'metadata.draft'}")
                                .match(CONTEXT))
                .isEqualTo(new Filter.Verdict(false, "expr returned false"));
        assertThat(filter("{'metadata': {'number': 7}, 'expr': '!metadata.draft'}").match(CONTEXT))
                .isEqualTo(new Filter.Verdict(true, "filter shortcuts and expr matched"));
    }

    @Test
    void nothing_wanted_is_everything() {
        assertThat(Filter.parse(null).match(CONTEXT).matched()).isTrue();
        assertThat(filter("null").match(CONTEXT).matched()).isTrue();
        assertThat(filter("{'metadata': null, 'expr': null}").match(CONTEXT).matched()).isTrue();
        assertThat(filter("{'expr': ''}").match(CONTEXT).reason())
                .isEqualTo("filter shortcuts matched");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                // Where Jexl throws or trips, the meaning that was meant.
                "metadata.people[0].tags.name; undefined",
                "metadata.missing[0]; undefined",
                "metadata.nothing['x']; undefined",
                "metadata.people[.tags.length > 0]; []",
                "exists(metadata.number) ? 1 : 2; 1",
                "(metadata.labels)[1]; \"p1\"",
                "[1, -2]; [1,-2]",
                "payload.list[(.n > 1)].n; 2",
                "metadata.people[contains(.name, 'an')].name; \"ann\"",
                "constructor; undefined",
                "metadata.__proto__; undefined",
                "metadata.labels['map']; undefined",
                "'a\\\\b\\\\c'; \"a\\\\b\\\\c\"",
                "metadata.in; undefined",
            })
    void what_is_missing_is_undefined_and_no_fault(String expr, String expected) {
        JsonNode value = new Evaluator(CONTEXT.names(), new Meter()).value(Parser.parse(expr));

        assertThat(ConformanceTest.shown(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "5; filter has to be an object",
                "[]; filter has to be an object",
                "{'metdata': {}}; filter has no field \"metdata\": it has metadata, payload and expr",
                "{'metadata': []}; filter.metadata: it has to be an object",
                "{'payload': 'x'}; filter.payload: it has to be an object",
                "{'expr': 5}; filter.expr: it has to be a text",
                "{'expr': '(('}; filter.expr: unexpected the end at character 3",
                "{'expr': '1 +'}; filter.expr: unexpected the end at character 4",
                "{'expr': '  '}; filter.expr: unexpected the end at character 3",
                "{'expr': '1 = 2'}; filter.expr: unexpected \"=\" at character 3",
                "{'expr': 'a ? b'}; filter.expr: expected \":\" instead of the end at character 6",
                "{'expr': 'nope(1)'}; filter.expr: there is no function \"nope\", at character 1",
                "{'expr': 'a == \\\"b'}; filter.expr: the text that begins here has no end at character 6",
                "{'expr': 'a.1'}; filter.expr: expected a name instead of \"1\" at character 3",
                "{'expr': '-a'}; filter.expr: a minus here needs a number after it, at character 1",
            })
    void what_is_no_filter_is_refused_with_the_place(String filter, String words) {
        assertThatThrownBy(() -> filter(filter))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.reason()).isEqualTo(Reason.INVALID_REQUEST);
                            assertThat(refusal.detail()).isEqualTo(words);
                        });
    }

    private static Filter filter(String text) {
        return Filter.parse(JSON.tree(text.replace('\'', '"')));
    }
}
