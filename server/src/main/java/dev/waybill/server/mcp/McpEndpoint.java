package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.FaultMapping;
import dev.waybill.server.http.route.Role;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `/mcp`: takes the requests of hosts and hands each to the line of versions it belongs to.
public final class McpEndpoint implements AutoCloseable {
    private static final String PATH = "/mcp";
    private static final Access HOSTS = Access.of(Role.OWNER, Role.AGENT);

    private final Setup setup;
    private final Origins origins;
    private final Sessions sessions;
    private final Listening listening;
    private final SessionLane withSessions;
    private final StatelessLane stateless;

    public McpEndpoint(Offer offer, Setup setup) {
        this.setup = setup;
        this.origins = new Origins(setup.origins());
        this.sessions = new Sessions(setup.limits(), setup.nanos());
        this.listening = new Listening(offer, setup.limits());
        McpDispatcher dispatcher = new McpDispatcher(offer, setup.faults());
        ObjectNode info =
                Json.emptyObject()
                        .put("name", "waybill")
                        .put("title", "Waybill")
                        .put("version", setup.version());
        this.withSessions = new SessionLane(dispatcher, sessions, info);
        this.stateless =
                new StatelessLane(
                        dispatcher, new RequestState(setup.json(), setup.nanos()), listening, info);
    }

    /// What the endpoint needs besides what it offers. Pages of these origins may call it, besides those of this machine.
    ///
    /// @param nanos goes on evenly, whatever is done to the clock of the machine
    public record Setup(
            Json json,
            Authenticator authenticator,
            FaultMapping faults,
            String version,
            McpLimits limits,
            Set<String> origins,
            LongSupplier nanos) {
        public Setup {
            origins = Set.copyOf(origins);
        }
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "MCP",
                Route.post(PATH, HOSTS)
                        .summary("Takes one JSON-RPC message of an MCP host.")
                        .takes(JsonNode.class)
                        .answersDocument("application/json")
                        .to(this::post),
                Route.get(PATH, HOSTS)
                        .summary("Streams what changes to an MCP host that has a session.")
                        .answersDocument(Sse.CONTENT_TYPE)
                        .to(this::get),
                Route.delete(PATH, HOSTS)
                        .summary("Ends the session of an MCP host.")
                        .answersNothing()
                        .to(this::delete));
    }

    /// Ends sessions that nobody uses, and lets go of what nobody comes back for. To be called every few seconds.
    public void sweep() {
        sessions.sweep();
    }

    /// How many sessions there are.
    public int sessions() {
        return sessions.count();
    }

    /// How many streams of the stateless line are open.
    public int listeners() {
        return listening.count();
    }

    @Override
    public void close() {
        sessions.endAll();
        listening.endAll();
    }

    private Answer post(Call call) throws InterruptedException {
        @Nullable JsonNode id = null;
        try {
            guard(call);
            JsonNode message = parse(call);
            id = Incoming.idOf(message);
            Incoming incoming = Incoming.of(message);
            Visit visit = visit(call);
            return isStateless(visit, incoming)
                    ? stateless.post(visit, incoming)
                    : withSessions.post(visit, incoming);
        } catch (RpcFault fault) {
            return Answers.fault(id, fault);
        }
    }

    private Answer get(Call call) {
        try {
            guard(call);
            Visit visit = visit(call);
            if (!visit.accepts(Sse.CONTENT_TYPE)) {
                throw new RpcFault(RpcCode.INVALID_REQUEST, "Only text/event-stream is sent here")
                        .as(406);
            }
            return withSessions.get(visit);
        } catch (RpcFault fault) {
            return Answers.fault(null, fault);
        }
    }

    private Answer delete(Call call) {
        try {
            guard(call);
            return withSessions.delete(visit(call));
        } catch (RpcFault fault) {
            return Answers.fault(null, fault);
        }
    }

    private Visit visit(Call call) {
        return new Visit(call, setup.authenticator(), setup.limits());
    }

    private void guard(Call call) {
        call.header("Origin")
                .filter(origin -> !origins.allows(origin))
                .ifPresent(
                        _ -> {
                            throw new RpcFault(
                                            RpcCode.INVALID_REQUEST,
                                            "Pages of this origin may not call")
                                    .as(403);
                        });
    }

    private JsonNode parse(Call call) {
        try {
            return setup.json().read(call.rawBody(), JsonNode.class);
        } catch (JsonFault e) {
            throw new RpcFault(RpcCode.PARSE, String.valueOf(e.getMessage()));
        }
    }

    /// By the header, or where there is none by what the request itself says.
    private static boolean isStateless(Visit visit, Incoming incoming) {
        String version = visit.header(Versions.HEADER).orElse("");
        if (version.equals(Versions.STATELESS)) {
            return true;
        }
        if (Versions.IN_SESSIONS.contains(version)
                || visit.header(SessionLane.SESSION).isPresent()) {
            return false;
        }
        return incoming instanceof Incoming.Request request
                && request.params().path("_meta").has(RequestMeta.VERSION);
    }
}
