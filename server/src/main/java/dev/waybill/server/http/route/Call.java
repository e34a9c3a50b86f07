package dev.waybill.server.http.route;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.server.http.route.Contract.Input;
import dev.waybill.server.workspace.Caller;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One request that has found its route and passed the gate.
///
/// Asking for something that the route's [Contract] does not name is a bug and fails as one, so that the documentation
/// cannot fall behind the code.
public final class Call {
    private final Route route;
    private final Match.Found match;
    private final @Nullable Caller caller;
    private final Inbound inbound;
    private final Json json;

    public Call(Match.Found match, @Nullable Caller caller, Inbound inbound, Json json) {
        this.route = match.route();
        this.match = match;
        this.caller = caller;
        this.inbound = inbound;
        this.json = json;
    }

    /// Who calls. A route that is open to anyone has no caller.
    public Caller caller() {
        if (caller == null) {
            throw new IllegalStateException(route + " is open to anyone and has no caller");
        }
        return caller;
    }

    /// The bearer token as it was sent, unchecked; for open routes that treat some callers differently.
    public Optional<String> bearer() {
        return Gate.bearer(inbound.headers("Authorization"));
    }

    public String requestId() {
        return inbound.requestId();
    }

    /// The address the request came from; a proxy's, if there is one in between.
    public String sender() {
        return inbound.sender();
    }

    public String path(String name) {
        return Objects.requireNonNull(
                match.parameters().get(name), () -> route + " has no parameter " + name);
    }

    /// The first value of a query parameter.
    public Optional<String> query(String name) {
        if (route.contract().query().stream().noneMatch(known -> known.name().equals(name))) {
            throw new IllegalStateException(route + " does not name the query parameter " + name);
        }
        return inbound.query(name).stream().findFirst().map(value -> storable(name, value));
    }

    /// PostgreSQL keeps no NUL, so nothing can be called that.
    private static String storable(String name, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new Problem(ErrorCode.INVALID_REQUEST, name + " holds the character NUL (%00)");
        }
        return value;
    }

    /// The first value of a header.
    public Optional<String> header(String name) {
        return headers(name).stream().findFirst();
    }

    /// One value for each time the header was given.
    public List<String> headers(String name) {
        return inbound.headers(name);
    }

    /// The body as it was sent.
    public byte[] rawBody() {
        return inbound.body();
    }

    /// The body as it comes, for routes that take a stream.
    public InputStream stream() {
        if (!(route.contract().input() instanceof Input.Stream)) {
            throw new IllegalStateException(route + " does not say it takes a stream");
        }
        return inbound.stream();
    }

    /// Whether the caller still waits for its answer and the server goes on.
    public boolean wanted() {
        return inbound.wanted();
    }

    /// The address of something on this server, as the caller can reach it.
    public String url(String path) {
        return inbound.origin() + path;
    }

    public <T> T body(Class<T> type) {
        return optionalBody(type)
                .orElseThrow(
                        () -> new Problem(ErrorCode.INVALID_REQUEST, "A JSON body is required"));
    }

    /// The body, if there is one.
    public <T> Optional<T> optionalBody(Class<T> type) {
        checkInput(type);
        return inbound.body().length == 0 ? Optional.empty() : Optional.ofNullable(read(type));
    }

    /// Only here is JSON that cannot be read the sender's fault.
    private <T> @Nullable T read(Class<T> type) {
        try {
            return json.read(inbound.body(), type);
        } catch (JsonFault e) {
            throw new Problem(codeOf(e), String.valueOf(e.getMessage()));
        }
    }

    private ErrorCode codeOf(JsonFault fault) {
        return route.plain() && fault.malformed()
                ? ErrorCode.MALFORMED_JSON
                : ErrorCode.INVALID_REQUEST;
    }

    private void checkInput(Class<?> type) {
        boolean promised =
                switch (route.contract().input()) {
                    case Input.None _, Input.Stream _ -> false;
                    case Input.Required(var known) -> known == type;
                    case Input.Accepted(var known) -> known == type;
                };
        if (!promised) {
            throw new IllegalStateException(route + " does not say it takes " + type);
        }
    }
}
