package dev.waybill.protocol.token;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/// A bearer token in plain form. Its `toString` hides the secret, so it cannot slip into a log.
public record Token(TokenKind kind, String secret) {
    private static final int MAX_LENGTH = 128;

    public Token {
        if (!secret.startsWith(kind.prefix()) || secret.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("not a token of kind " + kind);
        }
    }

    public static Token mint(TokenKind kind, SecureRandom random) {
        byte[] bytes = new byte[kind.hexDigits() / 2];
        random.nextBytes(bytes);
        return new Token(kind, kind.prefix() + HexFormat.of().formatHex(bytes));
    }

    /// Recognises the kind by the prefix; empty when no kind has it. Whether the token is known is another question.
    public static Optional<Token> parse(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        return TokenKind.of(text).map(kind -> new Token(kind, text));
    }

    public TokenHash hash() {
        return TokenHash.of(secret);
    }

    @Override
    public String toString() {
        return kind.prefix() + "…";
    }
}
