package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.Answer;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The line of versions with sessions, 2025-06-18 and 2025-11-25.
final class SessionLane {
    static final String SESSION = "Mcp-Session-Id";

    private static final String LAST_EVENT = "Last-Event-ID";

    private final McpDispatcher dispatcher;
    private final Sessions sessions;
    private final ObjectNode serverInfo;

    SessionLane(McpDispatcher dispatcher, Sessions sessions, ObjectNode serverInfo) {
        this.dispatcher = dispatcher;
        this.sessions = sessions;
        this.serverInfo = serverInfo;
    }

    Answer post(Visit visit, Incoming incoming) throws InterruptedException {
        if (incoming instanceof Incoming.Request(var id, var method, var params)
                && method.equals("initialize")) {
            return initialize(visit, id, params);
        }
        Session session = session(visit);
        return switch (incoming) {
            case Incoming.Request request -> request(visit, session, request);
            case Incoming.Notice(var method, var params) -> {
                if (method.equals("notifications/cancelled") && params.has("requestId")) {
                    session.cancel(params.get("requestId"));
                }
                yield Answers.accepted();
            }
            case Incoming.Reply(var id, var result, var _) -> {
                session.asking().answered(id, result);
                yield Answers.accepted();
            }
        };
    }

    /// The stream of what changes, or the rest of one that was cut off.
    Answer get(Visit visit) {
        Session session = session(visit);
        String last = visit.header(LAST_EVENT).orElse("");
        if (last.isBlank()) {
            return changes(visit, session, null);
        }
        Place place = Place.parse(last).orElseThrow(() -> noStream(400));
        if (place.stream().equals(Standing.STREAM)) {
            return changes(visit, session, place);
        }
        Running running = session.call(place.stream()).orElseThrow(() -> noStream(410));
        return rest(visit, session, running, place.number());
    }

    /// Not 404, which would say that there is no such session.
    private static RpcFault noStream(int status) {
        return new RpcFault(
                        RpcCode.INVALID_REQUEST,
                        "There is no stream to go on with after this Last-Event-ID")
                .as(status);
    }

    private Answer rest(Visit visit, Session session, Running running, long after) {
        Following following = new Following(running.log(), style(session), visit.guard());
        running.back();
        return counted(session, following.stream(after, running), running);
    }

    private Answer changes(Visit visit, Session session, @Nullable Place place) {
        EventLog log = session.changes(visit.caller(), dispatcher.offer());
        long after = place == null ? log.heard() : place.number();
        Following following = new Following(log, style(session), visit.guard());
        return counted(session, Following.live(outflow -> following.send(outflow, after)), null);
    }

    Answer delete(Visit visit) {
        sessions.end(session(visit));
        return Answer.empty();
    }

    private Answer initialize(Visit visit, JsonNode id, ObjectNode params) {
        String version = Versions.negotiate(Params.text(params, "protocolVersion"));
        Session session =
                sessions.open(visit.identity(), version, Params.object(params, "capabilities"));
        ObjectNode result = Json.emptyObject().put("protocolVersion", version);
        result.set("capabilities", dispatcher.capabilities());
        result.set("serverInfo", serverInfo);
        String instructions = dispatcher.offer().instructions(visit.caller());
        if (!instructions.isEmpty()) {
            result.put("instructions", instructions);
        }
        return Answers.json(Rpc.result(id, result), Map.of(SESSION, session.id()));
    }

    private Answer request(Visit visit, Session session, Incoming.Request request)
            throws InterruptedException {
        if (McpDispatcher.converses(request.method())) {
            return converse(visit, session, request);
        }
        ObjectNode params = request.params();
        ObjectNode result =
                switch (request.method()) {
                    case "ping" -> Json.emptyObject();
                    case "logging/setLevel" -> {
                        session.level(LogLevel.of(Params.text(params, "level")));
                        yield Json.emptyObject();
                    }
                    case "resources/subscribe" ->
                            subscribe(visit, session, Params.text(params, "uri"));
                    case "resources/unsubscribe" -> {
                        session.unsubscribe(Params.text(params, "uri"));
                        yield Json.emptyObject();
                    }
                    default ->
                            dispatcher.result(
                                    visit.caller(), request.method(), params, NoExchange.INSTANCE);
                };
        return Answers.json(Rpc.result(request.id(), result), Map.of());
    }

    private ObjectNode subscribe(Visit visit, Session session, String uri) {
        if (!dispatcher.offer().canWatch(visit.caller(), uri)) {
            throw new RpcFault(
                    RpcCode.RESOURCE_NOT_FOUND,
                    "There is nothing to follow at this address",
                    Json.emptyObject().put("uri", uri));
        }
        session.subscribe(uri);
        return Json.emptyObject();
    }

    private Answer converse(Visit visit, Session session, Incoming.Request request)
            throws InterruptedException {
        Running running = session.begin(request.id(), visit.accepts(Sse.CONTENT_TYPE));
        SessionExchange exchange =
                new SessionExchange(session, running, progressToken(request.params()));
        Calls.start(
                running,
                () ->
                        dispatcher.result(
                                visit.caller(), request.method(), request.params(), exchange));
        Answer answer =
                new Following(running.log(), style(session), visit.guard())
                        .answer(visit.call(), running);
        session.settle(running);
        return answer instanceof Answer.Live live ? counted(session, live, running) : answer;
    }

    private static Answer counted(Session session, Answer.Live live, @Nullable Running running) {
        return Following.live(session.counted(live.making(), running));
    }

    private Session session(Visit visit) {
        checkVersion(visit);
        String id =
                visit.header(SESSION)
                        .orElseThrow(
                                () ->
                                        new RpcFault(
                                                RpcCode.INVALID_REQUEST,
                                                "The header Mcp-Session-Id is missing; begin with initialize"));
        return sessions.find(id, visit.identity())
                .orElseThrow(
                        () ->
                                new RpcFault(
                                                RpcCode.INVALID_REQUEST,
                                                "There is no such session; begin with initialize")
                                        .as(404));
    }

    /// Hosts may leave the header out, and some name another version of this line than they agreed on.
    private static void checkVersion(Visit visit) {
        visit.header(Versions.HEADER)
                .filter(version -> !Versions.IN_SESSIONS.contains(version))
                .ifPresent(
                        _ -> {
                            throw new RpcFault(
                                    RpcCode.INVALID_REQUEST,
                                    "Sessions speak MCP-Protocol-Version "
                                            + String.join(" or ", Versions.WITH_SESSIONS));
                        });
    }

    private static Following.Style style(Session session) {
        return session.version().equals(Versions.PRIMED)
                ? Following.Style.PRIMED
                : Following.Style.NUMBERED;
    }

    static @Nullable JsonNode progressToken(ObjectNode params) {
        return Params.object(params, "_meta").get("progressToken");
    }

    /// Where a host was cut off.
    private record Place(String stream, long number) {
        static Optional<Place> parse(String text) {
            int slash = text.indexOf('/');
            try {
                return slash < 0
                        ? Optional.empty()
                        : Optional.of(
                                new Place(
                                        text.substring(0, slash),
                                        Long.parseLong(text.substring(slash + 1))));
            } catch (NumberFormatException _) {
                return Optional.empty();
            }
        }
    }
}
