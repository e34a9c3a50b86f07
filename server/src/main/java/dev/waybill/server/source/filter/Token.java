package dev.waybill.server.source.filter;

/// A word of an expression.
///
/// @param text the word itself; of a string literal, what it says
/// @param offset where it begins
record Token(Kind kind, String text, int offset) {
    enum Kind {
        STRING,
        NUMBER,
        NAME,
        OPERATOR,
        SIGN,
        END
    }

    boolean is(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isOperator(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    /// How a fault names it.
    String shown() {
        return switch (kind) {
            case END -> "the end";
            case STRING -> "a text";
            case NUMBER, NAME, OPERATOR, SIGN -> "\"" + text + "\"";
        };
    }
}
