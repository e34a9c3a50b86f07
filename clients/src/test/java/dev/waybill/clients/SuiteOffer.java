package dev.waybill.clients;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.mcp.Completion;
import dev.waybill.server.mcp.Contents;
import dev.waybill.server.mcp.Exchange;
import dev.waybill.server.mcp.Listener;
import dev.waybill.server.mcp.Offer;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Prompt;
import dev.waybill.server.mcp.PromptText;
import dev.waybill.server.mcp.Resource;
import dev.waybill.server.mcp.ResourceTemplate;
import dev.waybill.server.mcp.Tool;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What the conformance suite of MCP expects of a server, served by the same code as the relay.
final class SuiteOffer implements Offer {
    private static final String WATCHED = "test://watched-resource";
    private static final Pattern FILLED = Pattern.compile("test://template/([^/]+)/data");

    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final SuiteTools tools =
            new SuiteTools(
                    new SuiteTools.Changes() {
                        @Override
                        public void tools() {
                            listeners.forEach(Listener::toolsChanged);
                        }

                        @Override
                        public void prompts() {
                            listeners.forEach(Listener::promptsChanged);
                        }
                    });

    @Override
    public List<Tool> tools(Caller caller) {
        return tools.list();
    }

    @Override
    public Outcome call(Caller caller, String tool, ObjectNode arguments, Exchange exchange)
            throws InterruptedException {
        return tools.call(tool, arguments, exchange);
    }

    @Override
    public List<Resource> resources(Caller caller) {
        return List.of(
                new Resource("test://static-text", "Text", null, "Some words", "text/plain"),
                new Resource("test://static-binary", "Image", null, "One pixel", "image/png"),
                new Resource(WATCHED, "Watched", null, "May change", "text/plain"));
    }

    @Override
    public List<ResourceTemplate> templates(Caller caller) {
        return List.of(
                new ResourceTemplate(
                        "test://template/{id}/data", "Data", null, null, "application/json"));
    }

    @Override
    public Optional<Contents> read(Caller caller, String uri) {
        Matcher filled = FILLED.matcher(uri);
        if (filled.matches()) {
            String id = filled.group(1);
            ObjectNode data =
                    Json.emptyObject()
                            .put("id", id)
                            .put("templateTest", true)
                            .put("data", "Data for ID: " + id);
            return Optional.of(new Contents(uri, "application/json", data.toString()));
        }
        return switch (uri) {
            case "test://static-text" ->
                    Optional.of(
                            new Contents(
                                    uri,
                                    "text/plain",
                                    "This is the content of the static text resource."));
            case "test://static-binary" ->
                    Optional.of(new Contents(uri, "image/png", SuiteTexts.PNG, true));
            case WATCHED -> Optional.of(new Contents(uri, "text/plain", "Watched"));
            default -> Optional.empty();
        };
    }

    @Override
    public boolean canWatch(Caller caller, String uri) {
        return uri.equals(WATCHED);
    }

    @Override
    public List<Prompt> prompts(Caller caller) {
        return List.of(
                prompt("test_simple_prompt"),
                prompt("test_prompt_with_arguments", "arg1", "arg2"),
                prompt("test_prompt_with_embedded_resource", "resourceUri"),
                prompt("test_prompt_with_image"),
                prompt("test_input_required_result_prompt"));
    }

    @Override
    public Optional<PromptText> prompt(
            Caller caller, String name, Map<String, String> arguments, Exchange exchange)
            throws InterruptedException {
        return switch (name) {
            case "test_simple_prompt" ->
                    Optional.of(PromptText.of(null, "This is a simple prompt for testing."));
            case "test_prompt_with_arguments" ->
                    Optional.of(
                            PromptText.of(
                                    null,
                                    "Prompt with arguments: arg1='%s', arg2='%s'"
                                            .formatted(
                                                    arguments.get("arg1"), arguments.get("arg2"))));
            case "test_prompt_with_embedded_resource" ->
                    Optional.of(
                            messages(
                                    SuiteTexts.embedded(
                                            arguments.getOrDefault("resourceUri", ""),
                                            "text/plain",
                                            "Embedded resource content for testing."),
                                    SuiteTexts.words(
                                            "Please process the embedded resource above.")));
            case "test_prompt_with_image" ->
                    Optional.of(
                            messages(
                                    SuiteTexts.image(),
                                    SuiteTexts.words("Please analyze the image above.")));
            case "test_input_required_result_prompt" ->
                    Optional.of(
                            PromptText.of(
                                    null,
                                    exchange.ask(
                                                    List.of(
                                                            SuiteQuestions.elicit(
                                                                    "user_context",
                                                                    "What context should the prompt use?",
                                                                    "context",
                                                                    "string")))
                                            .toString()));
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<PromptText> prompt(Caller caller, String name, Map<String, String> arguments) {
        return Optional.empty();
    }

    @Override
    public boolean promptsChange() {
        return true;
    }

    @Override
    public List<String> complete(Caller caller, Completion wanted) {
        return Stream.of("paris", "park", "party", "test")
                .filter(word -> word.startsWith(wanted.value()))
                .toList();
    }

    @Override
    public AutoCloseable watch(Caller caller, Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private static Prompt prompt(String name, String... arguments) {
        return new Prompt(
                name,
                null,
                "What the suite asks of " + name,
                Stream.of(arguments)
                        .map(argument -> new Prompt.Argument(argument, "Any text", true))
                        .toList());
    }

    private static PromptText messages(ObjectNode... contents) {
        return new PromptText(
                null,
                Stream.of(contents)
                        .map(
                                content -> {
                                    ObjectNode message = Json.emptyObject().put("role", "user");
                                    message.set("content", content);
                                    return message;
                                })
                        .toList());
    }
}
