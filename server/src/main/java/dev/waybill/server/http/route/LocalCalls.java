package dev.waybill.server.http.route;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.workspace.Caller;
import java.io.InputStream;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The routes of the server for other edges of it: the same access, the same bodies, the same answers and refusals as over
/// HTTP, without HTTP.
public final class LocalCalls {
    private final Router router;
    private final Handling handling;
    private final Json json;

    public LocalCalls(RouteTable table, FaultMapping faults, Json json) {
        this.router = new Router(table);
        this.handling = new Handling(faults);
        this.json = json;
    }

    /// What a request was answered with, without the envelope.
    public sealed interface Reply {
        /// Without data where the route has nothing to say.
        ///
        /// @param next where a list goes on
        record Data(@Nullable JsonNode data, @Nullable String next) implements Reply {}

        record Refused(Problem problem) implements Reply {}
    }

    /// The caller counts as one who has shown its token.
    public Reply call(Caller caller, LocalRequest request) {
        Inbound inbound = new Inside(request, json);
        try {
            return switch (router.match(request.method().name(), request.path())) {
                case Match.Found found -> reply(found, caller, inbound);
                case Match.OtherMethods(var allow) -> throw Problem.methodNotAllowed(allow);
                case Match.Unknown _ ->
                        throw new Problem(ErrorCode.NOT_FOUND, "There is nothing at this path");
            };
        } catch (Problem problem) {
            return new Reply.Refused(problem);
        }
    }

    /// What a caller hears about an exception; one that is a bug is logged.
    public Problem problemOf(Throwable fault) {
        return handling.problemOf(fault, UUID.randomUUID().toString());
    }

    private Reply reply(Match.Found found, Caller caller, Inbound inbound) {
        Route route = found.route();
        Gate.check(route.method(), route.access(), caller);
        return switch (handling.handle(route, new Call(found, caller, inbound, json))) {
            case Handling.Handled.Answered(var answer) ->
                    new Reply.Data(data(answer), next(answer));
            case Handling.Handled.Refused(var problem) -> new Reply.Refused(problem);
        };
    }

    private @Nullable JsonNode data(Answer answer) {
        return switch (answer) {
            case Answer.Data(var data, var _, var _, var _, var whenSent) -> {
                JsonNode tree = json.toTree(data);
                if (whenSent != null) {
                    whenSent.run();
                }
                yield tree;
            }
            case Answer.Done _, Answer.Empty _ -> null;
            case Answer.Document _, Answer.File _, Answer.Raw _, Answer.Live _ ->
                    throw new Problem(ErrorCode.INVALID_REQUEST, "This can be had over HTTP only");
        };
    }

    private static @Nullable String next(Answer answer) {
        return answer instanceof Answer.Data data && data.cursor() != null
                ? data.cursor().next()
                : null;
    }

    /// What a request holds that never was on a wire.
    private static final class Inside implements Inbound {
        private static final byte[] NONE = {};

        private final LocalRequest request;
        private final byte[] body;
        private final String id = UUID.randomUUID().toString();

        Inside(LocalRequest request, Json json) {
            this.request = request;
            this.body = request.body() == null ? NONE : json.write(request.body());
        }

        @Override
        public String requestId() {
            return id;
        }

        @Override
        public String sender() {
            return "inside";
        }

        @Override
        public List<String> headers(String name) {
            return List.of();
        }

        @Override
        public List<String> query(String name) {
            String value = request.query().get(name);
            return value == null ? List.of() : List.of(value);
        }

        @Override
        public byte[] body() {
            return body;
        }

        @Override
        public InputStream stream() {
            return InputStream.nullInputStream();
        }

        @Override
        public boolean wanted() {
            return request.wanted().getAsBoolean();
        }

        @Override
        public String origin() {
            return "";
        }
    }
}
