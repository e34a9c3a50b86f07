package dev.waybill.server.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Why a request gets a JSON-RPC error, in words for the host.
final class RpcFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RpcCode code;
    private final int status;
    private final transient @Nullable ObjectNode data;

    RpcFault(RpcCode code, String message) {
        this(code, message, null);
    }

    RpcFault(RpcCode code, String message, @Nullable ObjectNode data) {
        this(code, code.status(), message, data);
    }

    private RpcFault(RpcCode code, int status, String message, @Nullable ObjectNode data) {
        super(message, null, false, false);
        this.code = code;
        this.status = status;
        this.data = data;
    }

    /// The same with another HTTP status.
    RpcFault as(int other) {
        return new RpcFault(code, other, message(), data);
    }

    static RpcFault invalid(String message) {
        return new RpcFault(RpcCode.INVALID_PARAMS, message);
    }

    RpcCode code() {
        return code;
    }

    int status() {
        return status;
    }

    String message() {
        return String.valueOf(getMessage());
    }

    @Nullable ObjectNode data() {
        return data;
    }
}
