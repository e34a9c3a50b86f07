package dev.waybill.protocol.token;

import java.util.Arrays;
import java.util.Optional;

/// Whom a token speaks for; the prefix of the token tells.
public enum TokenKind {
    WORKSPACE("rk_live_", 32),
    AGENT("at_live_", 32),
    NODE("nt_live_", 48),
    OBSERVER("ot_live_", 48),
    WEBHOOK("wh_live_", 48);

    private final String prefix;
    private final int hexDigits;

    TokenKind(String prefix, int hexDigits) {
        this.prefix = prefix;
        this.hexDigits = hexDigits;
    }

    public String prefix() {
        return prefix;
    }

    int hexDigits() {
        return hexDigits;
    }

    static Optional<TokenKind> of(String text) {
        return Arrays.stream(values()).filter(kind -> text.startsWith(kind.prefix)).findFirst();
    }
}
