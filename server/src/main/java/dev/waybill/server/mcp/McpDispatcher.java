package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.FaultMapping;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.workspace.Caller;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// What both lines of the protocol have in common: a request in, its result out. Knows neither connections nor sessions.
final class McpDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(McpDispatcher.class);

    /// Those that may take their time, and tell or ask the host something meanwhile.
    private static final Set<String> CONVERSING = Set.of("tools/call", "prompts/get");

    private static final int MAX_COMPLETIONS = 100;

    private final Offer offer;
    private final FaultMapping faults;

    McpDispatcher(Offer offer, FaultMapping faults) {
        this.offer = offer;
        this.faults = faults;
    }

    Offer offer() {
        return offer;
    }

    static boolean converses(String method) {
        return CONVERSING.contains(method);
    }

    /// The capabilities, as both lines announce them.
    ObjectNode capabilities() {
        ObjectNode capabilities = Json.emptyObject();
        capabilities.putObject("tools").put("listChanged", true);
        capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
        capabilities.putObject("prompts").put("listChanged", offer.promptsChange());
        capabilities.putObject("logging");
        capabilities.putObject("completions");
        return capabilities;
    }

    /// The result; fails with an [RpcFault] in any other case, whatever went wrong.
    ObjectNode result(Caller caller, String method, ObjectNode params, Exchange exchange)
            throws InterruptedException {
        try {
            return switch (method) {
                case "tools/list" -> Shapes.list("tools", offer.tools(caller), Shapes::tool);
                case "tools/call" -> call(caller, params, exchange);
                case "resources/list" ->
                        Shapes.list("resources", offer.resources(caller), Shapes::resource);
                case "resources/templates/list" ->
                        Shapes.list("resourceTemplates", offer.templates(caller), Shapes::template);
                case "resources/read" -> read(caller, Params.text(params, "uri"));
                case "prompts/list" ->
                        Shapes.list("prompts", offer.prompts(caller), Shapes::prompt);
                case "prompts/get" -> prompt(caller, params, exchange);
                case "completion/complete" -> complete(caller, params);
                default -> throw notFound(method);
            };
        } catch (RpcFault | InputNeeded e) {
            throw e;
        } catch (RuntimeException e) {
            throw fault(e);
        }
    }

    static RpcFault notFound(String method) {
        return new RpcFault(RpcCode.METHOD_NOT_FOUND, "There is no method " + brief(method));
    }

    /// Nothing that a host sent is repeated to it at length.
    static String brief(String text) {
        return text.length() > 100 ? text.substring(0, 100) + "…" : text;
    }

    private ObjectNode call(Caller caller, ObjectNode params, Exchange exchange)
            throws InterruptedException {
        String name = Params.text(params, "name");
        Outcome outcome = outcome(caller, name, Params.object(params, "arguments"), exchange);
        if (!outcome.found()) {
            throw RpcFault.invalid("Unknown tool: " + brief(name));
        }
        return Shapes.outcome(outcome);
    }

    /// What goes wrong in a tool is told to the model, which may mend it; not to the host as a fault of the protocol.
    private Outcome outcome(Caller caller, String name, ObjectNode arguments, Exchange exchange)
            throws InterruptedException {
        try {
            return offer.call(caller, name, arguments, exchange);
        } catch (RpcFault | InputNeeded e) {
            throw e;
        } catch (RuntimeException e) {
            return Outcome.error(fault(e).message());
        }
    }

    private ObjectNode read(Caller caller, String uri) {
        return offer.read(caller, uri)
                .map(Shapes::contents)
                .orElseThrow(
                        () ->
                                new RpcFault(
                                        RpcCode.RESOURCE_NOT_FOUND,
                                        "Resource not found",
                                        Json.emptyObject().put("uri", uri)));
    }

    private ObjectNode prompt(Caller caller, ObjectNode params, Exchange exchange)
            throws InterruptedException {
        String name = Params.text(params, "name");
        Map<String, String> arguments = Params.texts(params, "arguments");
        return offer.prompt(caller, name, arguments, exchange)
                .map(Shapes::promptText)
                .orElseThrow(() -> RpcFault.invalid("Unknown prompt: " + brief(name)));
    }

    private ObjectNode complete(Caller caller, ObjectNode params) {
        ObjectNode of = Params.object(params, "ref");
        ObjectNode argument = Params.object(params, "argument");
        String name =
                switch (Params.text(of, "type")) {
                    case "ref/prompt" -> Params.text(of, "name");
                    case "ref/resource" -> Params.text(of, "uri");
                    default -> throw RpcFault.invalid("ref.type is ref/prompt or ref/resource");
                };
        Completion wanted =
                new Completion(name, Params.text(argument, "name"), Params.text(argument, "value"));
        return Shapes.completion(offer.complete(caller, wanted), MAX_COMPLETIONS);
    }

    private RpcFault fault(RuntimeException failure) {
        return failure instanceof Problem problem
                ? refused(problem)
                : faults.problemOf(failure)
                        .map(McpDispatcher::refused)
                        .orElseGet(() -> internal(failure));
    }

    private static RpcFault refused(Problem problem) {
        return RpcFault.invalid(problem.code().wire() + ": " + problem.detail());
    }

    private static RpcFault internal(RuntimeException failure) {
        LOG.error("An MCP request failed", failure);
        return new RpcFault(RpcCode.INTERNAL, "Internal error; the server's log has it");
    }
}
