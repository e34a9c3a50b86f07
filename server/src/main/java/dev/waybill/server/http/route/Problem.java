package dev.waybill.server.http.route;

import dev.waybill.server.refusal.Facts;
import java.time.Duration;
import java.util.Map;

/// Why a request is refused, in words for its sender. The edge turns it into the error envelope.
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String detail;
    private final transient Map<String, String> headers;
    private final transient Facts facts;
    private final boolean wrongToken;

    public Problem(ErrorCode code, String detail) {
        this(code, detail, Facts.NONE);
    }

    public Problem(ErrorCode code, String detail, Facts facts) {
        this(code, detail, headers(code, facts), facts, false);
    }

    private static Map<String, String> headers(ErrorCode code, Facts facts) {
        if (code.status() == 401) {
            return Map.of("WWW-Authenticate", "Bearer");
        }
        Long pause = facts.retryAfterMs();
        return pause == null
                ? Map.of()
                : Map.of("Retry-After", Long.toString(Math.max(1, (pause + 999) / 1000)));
    }

    private Problem(ErrorCode code, String detail, Map<String, String> headers) {
        this(code, detail, headers, Facts.NONE, false);
    }

    private Problem(
            ErrorCode code,
            String detail,
            Map<String, String> headers,
            Facts facts,
            boolean wrongToken) {
        super(code.wire() + ": " + detail, null, false, false);
        this.code = code;
        this.detail = detail;
        this.headers = headers;
        this.facts = facts;
        this.wrongToken = wrongToken;
    }

    /// A refusal of a token that nobody holds.
    static Problem wrongToken(ErrorCode code, String detail) {
        return new Problem(code, detail, headers(code, Facts.NONE), Facts.NONE, true);
    }

    /// A refusal that asks the sender to come back after a while, in whole seconds and at least one.
    public static Problem retryAfter(ErrorCode code, String detail, Duration pause) {
        long seconds = Math.max(1, pause.plusMillis(999).toSeconds());
        return new Problem(code, detail, Map.of("Retry-After", Long.toString(seconds)));
    }

    public static Problem methodNotAllowed(String allow) {
        return new Problem(
                ErrorCode.METHOD_NOT_ALLOWED, "Allowed here: " + allow, Map.of("Allow", allow));
    }

    public static Problem upgradeRequired() {
        return new Problem(
                ErrorCode.UPGRADE_REQUIRED,
                "Only WebSockets are opened here",
                Map.of("Upgrade", "websocket"));
    }

    public ErrorCode code() {
        return code;
    }

    public String detail() {
        return detail;
    }

    /// Whether it is because of a token that nobody holds.
    public boolean wrongToken() {
        return wrongToken;
    }

    public Facts facts() {
        return facts;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
