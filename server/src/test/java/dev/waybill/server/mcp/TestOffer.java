package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Offers what a test adds, and one tool that tells who calls it.
final class TestOffer implements Offer {
    static final String NOTES = "test://notes";

    final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final Map<String, Body> bodies = new ConcurrentHashMap<>();

    /// What a tool does.
    interface Body {
        Outcome call(ObjectNode arguments, Exchange exchange) throws InterruptedException;
    }

    TestOffer with(String tool, Body body) {
        bodies.put(tool, body);
        return this;
    }

    @Override
    public List<Tool> tools(Caller caller) {
        return List.of(
                new Tool(
                        "whoami",
                        null,
                        "Tells who calls",
                        Json.emptyObject().put("type", "object"),
                        null,
                        null));
    }

    @Override
    public Outcome call(Caller caller, String tool, ObjectNode arguments, Exchange exchange)
            throws InterruptedException {
        if (tool.equals("whoami")) {
            return Outcome.text(caller instanceof Caller.Agent agent ? agent.name() : "the owner");
        }
        Body body = bodies.get(tool);
        return body == null ? Outcome.unknown() : body.call(arguments, exchange);
    }

    @Override
    public List<Resource> resources(Caller caller) {
        return List.of(new Resource(NOTES, "notes", "Notes", null, "text/plain"));
    }

    @Override
    public List<ResourceTemplate> templates(Caller caller) {
        return List.of();
    }

    @Override
    public Optional<Contents> read(Caller caller, String uri) {
        return uri.equals(NOTES)
                ? Optional.of(new Contents(uri, "text/plain", "none yet"))
                : Optional.empty();
    }

    @Override
    public boolean canWatch(Caller caller, String uri) {
        return uri.equals(NOTES);
    }

    @Override
    public List<Prompt> prompts(Caller caller) {
        return List.of(new Prompt("hello", null, "Greets", List.of()));
    }

    @Override
    public Optional<PromptText> prompt(Caller caller, String name, Map<String, String> arguments) {
        return name.equals("hello")
                ? Optional.of(PromptText.of("A greeting", "Hello " + arguments.get("name")))
                : Optional.empty();
    }

    @Override
    public AutoCloseable watch(Caller caller, Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    static Outcome logged(Exchange exchange, String... words) {
        for (String word : words) {
            exchange.log("info", JsonNodeFactory.instance.stringNode(word));
        }
        return Outcome.text("logged");
    }
}
