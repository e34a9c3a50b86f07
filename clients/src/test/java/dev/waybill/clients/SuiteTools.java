package dev.waybill.clients;

import static dev.waybill.clients.SuiteQuestions.elicit;
import static dev.waybill.clients.SuiteQuestions.roots;
import static dev.waybill.clients.SuiteQuestions.sample;
import static dev.waybill.clients.SuiteTexts.NO_ARGUMENTS;

import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Question;
import dev.waybill.server.mcp.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The tools that the conformance suite of MCP expects.
final class SuiteTools {
    /// The suite asks for pauses of this length between what a tool tells.
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(ObjectNode schema, Body body) {}

    private interface Body {
        Outcome call(ObjectNode arguments, Exchange exchange) throws InterruptedException;
    }

    /// What changes when the suite asks for it.
    interface Changes {
        void tools();

        void prompts();
    }

    SuiteTools(Changes changes) {
        addContents();
        addTellers();
        addAskers();
        addStateless();
        add("test_trigger_tool_change", (_, _) -> done(changes::tools));
        add("test_trigger_prompt_change", (_, _) -> done(changes::prompts));
    }

    List<Tool> list() {
        return entries.entrySet().stream()
                .map(
                        entry ->
                                new Tool(
                                        entry.getKey(),
                                        null,
                                        "Does what the suite asks of " + entry.getKey(),
                                        entry.getValue().schema(),
                                        null,
                                        null))
                .toList();
    }

    Outcome call(String name, ObjectNode arguments, Exchange exchange) throws InterruptedException {
        Entry entry = entries.get(name);
        return entry == null ? Outcome.unknown() : entry.body().call(arguments, exchange);
    }

    private void addContents() {
        add(
                "test_simple_text",
                (_, _) -> Outcome.text("This is a simple text response for testing."));
        add("test_image_content", (_, _) -> of(SuiteTexts.image()));
        add("test_audio_content", (_, _) -> of(SuiteTexts.audio()));
        add(
                "test_embedded_resource",
                (_, _) ->
                        of(
                                SuiteTexts.embedded(
                                        "test://embedded-resource",
                                        "text/plain",
                                        "This is an embedded resource content.")));
        add(
                "test_multiple_content_types",
                (_, _) ->
                        of(
                                SuiteTexts.words("Multiple content types test:"),
                                SuiteTexts.image(),
                                SuiteTexts.embedded(
                                        "test://mixed-content-resource",
                                        "application/json",
                                        "{\"test\":\"data\",\"value\":123}")));
        add(
                "test_error_handling",
                (_, _) -> Outcome.error("This tool intentionally returns an error for testing"));
        add(
                "json_schema_2020_12_tool",
                SuiteTexts.DIALECT_2020_12,
                (arguments, _) -> Outcome.text(arguments.toString()));
        add(
                "test_header_parameter",
                SuiteTexts.IN_A_HEADER,
                (arguments, _) -> Outcome.text(arguments.path("region").asString()));
    }

    private void addTellers() {
        add("test_tool_with_logging", SuiteTools::tellSteps);
        add("test_logging_tool", SuiteTools::tellSteps);
        add(
                "test_tool_with_progress",
                (_, exchange) -> {
                    for (int percent = 0; percent <= 100; percent += 50) {
                        exchange.progress(percent, 100.0, "");
                        Thread.sleep(PAUSE);
                    }
                    return Outcome.text("Done");
                });
        add(
                "test_reconnection",
                (_, exchange) -> {
                    exchange.release();
                    Thread.sleep(PAUSE);
                    return Outcome.text("Told after the host came back");
                });
    }

    private void addAskers() {
        add(
                "test_sampling",
                SuiteTexts.field("prompt", "string"),
                (arguments, exchange) ->
                        answered(
                                exchange,
                                sample("it", arguments.path("prompt").asString(""), 100)));
        add(
                "test_elicitation",
                SuiteTexts.field("message", "string"),
                (arguments, exchange) ->
                        answered(
                                exchange,
                                elicit(
                                        "it",
                                        arguments.path("message").asString(""),
                                        SuiteTexts.USER)));
        asks("test_elicitation_sep1034_defaults", elicit("it", "Check", SuiteTexts.DEFAULTS));
        asks("test_elicitation_sep1330_enums", elicit("it", "Choose", SuiteTexts.ENUMS));
        asks("test_missing_capability", sample("it", "Hello", 10));
        asks("test_streaming_elicitation", elicit("it", "Sure?", "ok", "boolean"));
    }

    private void addStateless() {
        String prefix = "test_input_required_result_";
        asks(prefix + "elicitation", elicit("user_name", "What is your name?", "name", "string"));
        asks(
                prefix + "sampling",
                sample("capital_question", "What is the capital of France?", 100));
        asks(prefix + "list_roots", roots("client_roots"));
        asks(prefix + "request_state", elicit("confirm", "Please confirm", "ok", "boolean"));
        asks(prefix + "tampered_state", elicit("confirm", "Please confirm", "ok", "boolean"));
        asks(
                prefix + "multiple_inputs",
                elicit("user_name", "What is your name?", "name", "string"),
                sample("greeting", "Generate a greeting", 50),
                roots("client_roots"));
        add(
                prefix + "multi_round",
                (_, exchange) -> {
                    var _ = exchange.ask(List.of(elicit("step1", "Your name?", "name", "string")));
                    return answered(exchange, elicit("step2", "Your color?", "color", "string"));
                });
        add(
                prefix + "capabilities",
                (_, exchange) -> {
                    List<Question> questions = new ArrayList<>();
                    if (exchange.can("elicitation")) {
                        questions.add(elicit("user_name", "Your name?", "name", "string"));
                    }
                    if (exchange.can("sampling")) {
                        questions.add(sample("greeting", "Generate a greeting", 50));
                    }
                    return answered(exchange, questions.toArray(Question[]::new));
                });
    }

    private void asks(String name, Question... questions) {
        add(name, (_, exchange) -> answered(exchange, questions));
    }

    private void add(String name, Body body) {
        add(name, NO_ARGUMENTS, body);
    }

    private void add(String name, ObjectNode schema, Body body) {
        entries.put(name, new Entry(schema, body));
    }

    private static Outcome tellSteps(ObjectNode arguments, Exchange exchange)
            throws InterruptedException {
        for (String step :
                List.of(
                        "Tool execution started",
                        "Tool processing data",
                        "Tool execution completed")) {
            exchange.log("info", JsonNodeFactory.instance.stringNode(step));
            Thread.sleep(PAUSE);
        }
        return Outcome.text("Told three things");
    }

    private static Outcome answered(Exchange exchange, Question... questions)
            throws InterruptedException {
        return Outcome.text("The host answered: " + exchange.ask(List.of(questions)));
    }

    private static Outcome done(Runnable task) {
        task.run();
        return Outcome.text("Done");
    }

    private static Outcome of(ObjectNode... content) {
        return new Outcome(List.of(content), null, false);
    }
}
