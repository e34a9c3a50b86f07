package dev.waybill.server.http;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Contract;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Gate;
import dev.waybill.server.http.route.Handling;
import dev.waybill.server.http.route.Match;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.RateLimit;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.http.route.Router;
import dev.waybill.server.workspace.Caller;
import java.time.InstantSource;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Takes each request through its stations: route, gate, body, endpoint, reply. Exceptions end here.
final class Dispatcher extends Handler.Abstract {
    private final Router router;
    private final Gate gate;
    private final RateLimit<WorkspaceId> rate;
    private final WrongTokens wrongTokens;
    private final Bodies bodies;
    private final Handling handling;
    private final Replies replies;
    private final Json json;

    Dispatcher(RouteTable table, HttpEdge.Api api, HttpConfig limits) {
        this.router = new Router(table);
        this.gate = new Gate(api.authenticator());
        this.rate = new RateLimit<>(limits.rateLimit(), InstantSource.system());
        this.wrongTokens = new WrongTokens(limits.wrongTokens(), InstantSource.system());
        this.bodies = new Bodies(limits);
        this.handling = new Handling(api.faults());
        this.replies = new Replies(api.json());
        this.json = api.json();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Reply reply = reply(request, response);
        bodies.discard(request);
        reply.send(request, response, callback);
        return true;
    }

    /// Answers a request that failed elsewhere, in the same words.
    void refuse(Throwable reason, Request request, Response response, Callback callback) {
        replies.of(problemOf(reason, request)).send(request, response, callback);
    }

    private Problem problemOf(Throwable reason, Request request) {
        return wrongTokens.judged(
                Request.getRemoteAddr(request), handling.problemOf(reason, RequestIds.of(request)));
    }

    private Reply reply(Request request, Response response) {
        try {
            String path = request.getHttpURI().getPath();
            return switch (router.match(request.getMethod(), path == null ? "" : path)) {
                case Match.Found found -> answered(found, request, response);
                case Match.OtherMethods(var allow) -> otherMethods(request, allow);
                case Match.Unknown _ ->
                        throw new Problem(ErrorCode.NOT_FOUND, "There is nothing at this path");
            };
        } catch (Throwable e) {
            return replies.of(problemOf(e, request));
        }
    }

    private Reply answered(Match.Found found, Request request, Response response) {
        try {
            return answer(found, request, response);
        } catch (Throwable e) {
            return replies.of(found.route(), problemOf(e, request));
        }
    }

    private Reply answer(Match.Found found, Request request, Response response)
            throws InterruptedException {
        Route route = found.route();
        RequestTimer.found(request, route);
        @Nullable Caller caller =
                gate.admit(
                                route.method(),
                                route.access(),
                                request.getHeaders().getValuesList(HttpHeader.AUTHORIZATION))
                        .orElse(null);
        if (caller != null) {
            count(caller, response);
        }
        return handled(route, new Call(found, caller, incoming(route, request), json));
    }

    private IncomingRequest incoming(Route route, Request request) throws InterruptedException {
        return route.contract().input() instanceof Contract.Input.Stream(var maxBytes)
                ? IncomingRequest.streaming(request, bodies.stream(request, maxBytes))
                : IncomingRequest.whole(request, bodies.read(request));
    }

    private void count(Caller caller, Response response) {
        RateLimit.Usage usage = rate.count(caller.workspace());
        response.getHeaders()
                .put("X-RateLimit-Limit", usage.limit())
                .put("X-RateLimit-Remaining", usage.remaining())
                .put("X-RateLimit-Reset", usage.reset().getEpochSecond());
        usage.check();
    }

    private Reply handled(Route route, Call call) {
        return switch (handling.handle(route, call)) {
            case Handling.Handled.Answered(var answer) -> replies.of(route, answer);
            case Handling.Handled.Refused(var problem) -> replies.of(route, problem);
        };
    }

    private static Reply otherMethods(Request request, String allow) {
        if (HttpMethod.OPTIONS.is(request.getMethod())) {
            return Reply.empty(204, Map.of(HttpHeader.ALLOW.asString(), allow));
        }
        throw Problem.methodNotAllowed(allow);
    }
}
