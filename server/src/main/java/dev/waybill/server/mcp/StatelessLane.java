package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.workspace.Caller;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// The stateless line, 2026-07-28: every request stands for itself.
final class StatelessLane {
    private static final Set<String> LISTS =
            Set.of("tools/list", "prompts/list", "resources/list", "resources/templates/list");

    /// Long enough for a host that looks several times in a row; changes are told to those who listen.
    private static final long LIST_TTL_MILLIS = 5_000;

    private static final long DISCOVER_TTL_MILLIS = 60_000;

    private final McpDispatcher dispatcher;
    private final RequestState states;
    private final Listening listening;
    private final ObjectNode serverInfo;

    StatelessLane(
            McpDispatcher dispatcher,
            RequestState states,
            Listening listening,
            ObjectNode serverInfo) {
        this.dispatcher = dispatcher;
        this.states = states;
        this.listening = listening;
        this.serverInfo = serverInfo;
    }

    Answer post(Visit visit, Incoming incoming) throws InterruptedException {
        return switch (incoming) {
            case Incoming.Request request -> request(visit, request);
            case Incoming.Notice _ -> Answers.accepted();
            case Incoming.Reply _ ->
                    throw new RpcFault(
                            RpcCode.INVALID_REQUEST, "Nothing is asked in this way here");
        };
    }

    private Answer request(Visit visit, Incoming.Request request) throws InterruptedException {
        RequestMeta meta = RequestMeta.of(visit, request.params());
        StandardHeaders.check(visit, request);
        if (request.method().equals("subscriptions/listen")) {
            return listening.open(visit, request, this::complete);
        }
        if (McpDispatcher.converses(request.method())) {
            return converse(visit, request, meta);
        }
        ObjectNode result =
                request.method().equals("server/discover")
                        ? discover(visit.caller())
                        : plain(visit, request);
        return Answers.json(Rpc.result(request.id(), complete(result)), Map.of());
    }

    private ObjectNode plain(Visit visit, Incoming.Request request) throws InterruptedException {
        try {
            ObjectNode result =
                    dispatcher.result(
                            visit.caller(),
                            request.method(),
                            request.params(),
                            NoExchange.INSTANCE);
            if (LISTS.contains(request.method())) {
                cacheable(result, LIST_TTL_MILLIS);
            } else if (request.method().equals("resources/read")) {
                cacheable(result, 0);
            }
            return result;
        } catch (RpcFault fault) {
            throw fault.code() == RpcCode.RESOURCE_NOT_FOUND
                    ? new RpcFault(RpcCode.INVALID_PARAMS, fault.message(), fault.data())
                    : fault;
        }
    }

    private ObjectNode discover(Caller caller) {
        ObjectNode result = Json.emptyObject();
        Versions.ALL.forEach(result.putArray("supportedVersions")::add);
        result.set("capabilities", dispatcher.capabilities());
        String instructions = dispatcher.offer().instructions(caller);
        if (!instructions.isEmpty()) {
            result.put("instructions", instructions);
        }
        return cacheable(result, DISCOVER_TTL_MILLIS);
    }

    private Answer converse(Visit visit, Incoming.Request request, RequestMeta meta)
            throws InterruptedException {
        if (request.method().equals("tools/call")) {
            checkArguments(visit, request.params());
        }
        String purpose = purpose(visit, request);
        ObjectNode answers = answers(purpose, request.params());
        Running running =
                new Running(
                        request.id(),
                        new EventLog(""),
                        Duration.ZERO,
                        visit.accepts(Sse.CONTENT_TYPE));
        StatelessExchange exchange = new StatelessExchange(running, meta, answers);
        Calls.start(
                running,
                () -> {
                    try {
                        return complete(
                                dispatcher.result(
                                        visit.caller(),
                                        request.method(),
                                        request.params(),
                                        exchange));
                    } catch (InputNeeded needed) {
                        return ask(needed, states.seal(purpose, answers));
                    }
                });
        return new Following(running.log(), Following.Style.PLAIN, visit.guard())
                .answer(visit.call(), running);
    }

    private void checkArguments(Visit visit, ObjectNode params) {
        ObjectNode arguments = Params.object(params, "arguments");
        dispatcher
                .offer()
                .tool(visit.caller(), Params.text(params, "name"))
                .ifPresent(tool -> StandardHeaders.checkArguments(visit, tool, arguments));
    }

    /// What the host has answered by now: before, as it brings it back, and with this request.
    private ObjectNode answers(String purpose, ObjectNode params) {
        ObjectNode answers =
                params.has("requestState")
                        ? states.open(purpose, Params.text(params, "requestState"))
                        : Json.emptyObject();
        ObjectNode given = Params.object(params, "inputResponses");
        given.propertyNames().forEach(key -> answers.set(key, Params.object(given, key)));
        return answers;
    }

    private static String purpose(Visit visit, Incoming.Request request) {
        ObjectNode params = request.params();
        return String.join(
                "\n",
                visit.identity().toString(),
                request.method(),
                params.path("name").asString(""),
                params.path("arguments").toString());
    }

    private ObjectNode ask(InputNeeded needed, String state) {
        ObjectNode result = identified(Json.emptyObject()).put("resultType", "input_required");
        ObjectNode questions = result.putObject("inputRequests");
        for (Question question : needed.questions()) {
            questions
                    .putObject(question.key())
                    .put("method", question.method())
                    .set("params", question.params());
        }
        return result.put("requestState", state);
    }

    private ObjectNode complete(ObjectNode result) {
        return identified(result).put("resultType", "complete");
    }

    private ObjectNode identified(ObjectNode result) {
        ObjectNode meta =
                result.get("_meta") instanceof ObjectNode present
                        ? present
                        : result.putObject("_meta");
        meta.set("io.modelcontextprotocol/serverInfo", serverInfo);
        return result;
    }

    private static ObjectNode cacheable(ObjectNode result, long ttlMillis) {
        return result.put("ttlMs", ttlMillis).put("cacheScope", "private");
    }
}
