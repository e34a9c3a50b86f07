package dev.waybill.server.http.route;

import dev.waybill.protocol.token.Token;
import dev.waybill.server.workspace.Caller;
import java.util.Optional;

/// Tells whose token it is; empty when nobody's.
@FunctionalInterface
public interface Authenticator {
    Optional<Caller> identify(Token token);
}
