package dev.waybill.server.http.route;

import java.util.Locale;

/// Every error code a caller may meet, with its status (`relay-wire` appendix C). The wire word is the name in lower case.
public enum ErrorCode {
    INVALID_REQUEST(400),
    UNAUTHORIZED(401),
    AGENT_TOKEN_INVALID(401),
    NODE_TOKEN_INVALID(401),
    OBSERVER_TOKEN_INVALID(401),
    NODE_TOKEN_FORBIDDEN(401),
    OBSERVER_TOKEN_FORBIDDEN(401),
    FORBIDDEN(403),
    AGENT_TOKEN_REQUIRED(403),
    NOT_FOUND(404),
    CHANNEL_NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    REQUEST_TIMEOUT(408),
    AGENT_ALREADY_EXISTS(409),
    PAYLOAD_TOO_LARGE(413),
    URI_TOO_LONG(414),
    UNSUPPORTED_MEDIA_TYPE(415),
    RATE_LIMIT_EXCEEDED(429),
    HEADERS_TOO_LARGE(431),
    INTERNAL_ERROR(500),
    UNAVAILABLE(503),
    HTTP_VERSION_NOT_SUPPORTED(505);

    private final int status;

    ErrorCode(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
