package dev.waybill.server.http.route;

import java.util.EnumSet;
import java.util.Set;

/// One line of the [RouteTable].
public record Route(
        Method method, PathTemplate path, Access access, Contract contract, Endpoint endpoint) {
    public static RouteDraft get(String path, Access access) {
        return new RouteDraft(Method.GET, path, access);
    }

    public static RouteDraft post(String path, Access access) {
        return new RouteDraft(Method.POST, path, access);
    }

    public static RouteDraft put(String path, Access access) {
        return new RouteDraft(Method.PUT, path, access);
    }

    public static RouteDraft patch(String path, Access access) {
        return new RouteDraft(Method.PATCH, path, access);
    }

    public static RouteDraft delete(String path, Access access) {
        return new RouteDraft(Method.DELETE, path, access);
    }

    /// The codes the contract names, and those that come from the gate, the query, the body and a store that does not answer.
    public Set<ErrorCode> possibleErrors() {
        Set<ErrorCode> errors = EnumSet.of(ErrorCode.INTERNAL_ERROR);
        errors.addAll(contract.errors());
        if (access instanceof Access.AnyOf(var roles, var scope)) {
            errors.addAll(Gate.refusals(method, roles));
            if (scope != null) {
                errors.add(ErrorCode.INSUFFICIENT_SCOPE);
            }
            errors.add(ErrorCode.RATE_LIMIT_EXCEEDED);
            errors.add(ErrorCode.UNAVAILABLE);
        }
        if (!contract.query().isEmpty()) {
            errors.add(ErrorCode.INVALID_REQUEST);
        }
        if (!(contract.input() instanceof Contract.Input.None)) {
            errors.add(ErrorCode.INVALID_REQUEST);
            errors.add(ErrorCode.REQUEST_TIMEOUT);
            errors.add(ErrorCode.PAYLOAD_TOO_LARGE);
            errors.add(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
            if (plain()) {
                errors.add(ErrorCode.MALFORMED_JSON);
            }
            errors.add(ErrorCode.UNAVAILABLE);
        }
        return errors;
    }

    public boolean plain() {
        return contract.style() == Contract.Style.PLAIN;
    }

    /// The same under a path in front of its own.
    Route under(String prefix) {
        return new Route(method, PathTemplate.parse(prefix + path), access, contract, endpoint);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
