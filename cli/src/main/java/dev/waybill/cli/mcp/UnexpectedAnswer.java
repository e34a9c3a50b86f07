package dev.waybill.cli.mcp;

import java.io.IOException;

/// The server answered, but not as an MCP server does.
final class UnexpectedAnswer extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 300;

    private final int status;

    UnexpectedAnswer(int status, String text) {
        super("HTTP " + status + (text.isBlank() ? "" : ": " + brief(text.strip())));
        this.status = status;
    }

    private static String brief(String text) {
        return text.substring(0, Math.min(MOST, text.length()));
    }

    /// Whether the server does not take the token.
    boolean unauthorised() {
        return status == 401 || status == 403;
    }

    /// Whether the same may succeed in a moment.
    boolean passing() {
        return status == 429 || status == 503;
    }
}
