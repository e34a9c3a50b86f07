package dev.waybill.server.http.route;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.workspace.Caller;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lets a request through to its route, or says which of the refusals of `relay-wire` §1.3 it gets.
public final class Gate {
    private static final String BEARER = "Bearer ";

    private final Authenticator authenticator;

    public Gate(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /// The caller that the `Authorization` headers name; empty where the route is open to anyone.
    public Optional<Caller> admit(Method method, Access access, List<String> authorization) {
        return switch (access) {
            case Access.Anyone _ -> Optional.empty();
            case Access.AnyOf allowed ->
                    Optional.of(permitted(method, allowed, identify(authorization)));
        };
    }

    /// Whether a caller that is known already may use the route; throws if not.
    static void check(Method method, Access access, Caller caller) {
        if (access instanceof Access.AnyOf allowed) {
            permitted(method, allowed, caller);
        }
    }

    /// What follows `Bearer ` in the one `Authorization` header; empty when there is none, or several.
    public static Optional<String> bearer(List<String> authorization) {
        return authorization.size() == 1 && authorization.getFirst().startsWith(BEARER)
                ? Optional.of(authorization.getFirst().substring(BEARER.length()))
                : Optional.empty();
    }

    /// Every code the gate of a route with these roles may refuse with.
    static Set<ErrorCode> refusals(Method method, Set<Role> admitted) {
        Set<ErrorCode> codes = EnumSet.of(ErrorCode.UNAUTHORIZED);
        for (TokenKind kind : TokenKind.values()) {
            codes.add(unknown(kind).code());
        }
        for (Role role : EnumSet.complementOf(EnumSet.copyOf(admitted))) {
            codes.add(refusal(role, method, admitted).code());
        }
        return codes;
    }

    private Caller identify(List<String> authorization) {
        return identify(
                bearer(authorization)
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                ErrorCode.UNAUTHORIZED,
                                                "An Authorization header with a Bearer token is required")));
    }

    /// Whom the token belongs to, wherever it was found.
    public Caller identify(String text) {
        Token token =
                Token.parse(text)
                        .orElseThrow(
                                () ->
                                        Problem.wrongToken(
                                                ErrorCode.UNAUTHORIZED, "Invalid token format"));
        return authenticator.identify(token).orElseThrow(() -> unknown(token.kind()));
    }

    private static Problem unknown(TokenKind kind) {
        return switch (kind) {
            case WORKSPACE -> Problem.wrongToken(ErrorCode.UNAUTHORIZED, "Invalid workspace key");
            case AGENT -> Problem.wrongToken(ErrorCode.AGENT_TOKEN_INVALID, "Invalid agent token");
            case NODE -> Problem.wrongToken(ErrorCode.NODE_TOKEN_INVALID, "Invalid node token");
            case OBSERVER ->
                    Problem.wrongToken(ErrorCode.OBSERVER_TOKEN_INVALID, "Invalid observer token");
            case WEBHOOK -> Problem.wrongToken(ErrorCode.UNAUTHORIZED, "Invalid webhook token");
        };
    }

    private static Caller permitted(Method method, Access.AnyOf allowed, Caller caller) {
        Role role = Role.of(caller);
        if (!allowed.roles().contains(role)) {
            throw refusal(role, method, allowed.roles());
        }
        ObserverScope scope = allowed.scope();
        if (scope != null
                && caller instanceof Caller.Observer observer
                && !observer.scopes().contains(scope)) {
            throw new Problem(
                    ErrorCode.INSUFFICIENT_SCOPE, "The observer token lacks " + scope.wire());
        }
        return caller;
    }

    private static Problem refusal(Role role, Method method, Set<Role> admitted) {
        return switch (role) {
            case OWNER ->
                    !method.reads() && admitted.contains(Role.AGENT)
                            ? new Problem(
                                    ErrorCode.AGENT_TOKEN_REQUIRED, "An agent token is required")
                            : new Problem(
                                    ErrorCode.UNAUTHORIZED, "A workspace key may not be used here");
            case AGENT ->
                    method.reads()
                            ? new Problem(ErrorCode.FORBIDDEN, "An agent token may not read this")
                            : new Problem(
                                    ErrorCode.UNAUTHORIZED, "An agent token may not be used here");
            case NODE ->
                    new Problem(
                            ErrorCode.NODE_TOKEN_FORBIDDEN, "A node token may not be used here");
            case OBSERVER ->
                    new Problem(
                            ErrorCode.OBSERVER_TOKEN_FORBIDDEN,
                            "An observer token may not be used here");
            case WEBHOOK ->
                    new Problem(ErrorCode.UNAUTHORIZED, "A webhook token may not be used here");
        };
    }
}
