package dev.waybill.server.mcp;

/// What a JSON-RPC error says by its number, and the status that goes with it where a request fails as a whole.
enum RpcCode {
    PARSE(-32700, 400),
    INVALID_REQUEST(-32600, 400),
    METHOD_NOT_FOUND(-32601, 404),
    INVALID_PARAMS(-32602, 200),
    INTERNAL(-32603, 200),
    BUSY(-32000, 200),
    RESOURCE_NOT_FOUND(-32002, 200),
    HEADER_MISMATCH(-32020, 400),
    MISSING_CAPABILITY(-32021, 400),
    UNSUPPORTED_VERSION(-32022, 400);

    private final int number;
    private final int status;

    RpcCode(int number, int status) {
        this.number = number;
        this.status = status;
    }

    int number() {
        return number;
    }

    int status() {
        return status;
    }
}
