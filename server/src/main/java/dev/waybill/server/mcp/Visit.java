package dev.waybill.server.mcp;

import dev.waybill.protocol.token.Token;
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.workspace.Caller;
import java.util.Locale;
import java.util.Optional;

/// One HTTP request of a host, with what both lines look at.
record Visit(Call call, Authenticator authenticator, McpLimits limits) {
    Caller caller() {
        return call.caller();
    }

    Identity identity() {
        return Identity.of(call.caller());
    }

    Optional<String> header(String name) {
        return call.header(name);
    }

    boolean accepts(String contentType) {
        String accept = call.header("Accept").orElse("*/*").toLowerCase(Locale.ROOT);
        return accept.contains(contentType) || accept.contains("*/*");
    }

    /// For answers that take long: they end when the token that was shown is no longer good.
    Following.Guard guard() {
        return new Following.Guard(limits.pulse(), this::stillAllowed);
    }

    private boolean stillAllowed() {
        return call.bearer()
                .flatMap(Token::parse)
                .flatMap(authenticator::identify)
                .map(Identity::of)
                .filter(identity()::equals)
                .isPresent();
    }
}
