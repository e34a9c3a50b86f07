package dev.waybill.server.source.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Splits an expression into words.
final class Lexer {
    static final int MAX_LENGTH = 8192;
    static final int MAX_TOKENS = 1000;

    private static final Set<String> LONG_OPERATORS =
            Set.of("//", "==", "!=", ">=", "<=", "&&", "||");
    private static final String OPERATORS = "+-*/%^><!";
    private static final String SIGNS = ".[]|{}:,()?";
    private static final Set<String> MINUS_NEGATES_AFTER = Set.of("(", "[", "?", ":", ",");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new ExprFault("it is longer than " + MAX_LENGTH + " characters");
        }
        return new Lexer(text).all();
    }

    private List<Token> all() {
        for (skipSpace(); at < text.length(); skipSpace()) {
            tokens.add(next());
            if (tokens.size() > MAX_TOKENS) {
                throw new ExprFault("it has more than " + MAX_TOKENS + " words");
            }
        }
        tokens.add(new Token(Token.Kind.END, "", text.length()));
        return List.copyOf(tokens);
    }

    private Token next() {
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
            return string(c);
        }
        if (isDigit(c)) {
            return number(at, "");
        }
        if (begins(c)) {
            return name();
        }
        if (c == '-' && minusNegates()) {
            return negative();
        }
        return sign(c);
    }

    private Token sign(char c) {
        int start = at;
        String two = text.substring(at, Math.min(at + 2, text.length()));
        if (LONG_OPERATORS.contains(two)) {
            at += 2;
            return new Token(Token.Kind.OPERATOR, two, start);
        }
        at++;
        if (OPERATORS.indexOf(c) >= 0) {
            return new Token(Token.Kind.OPERATOR, String.valueOf(c), start);
        }
        if (SIGNS.indexOf(c) >= 0) {
            return new Token(Token.Kind.SIGN, String.valueOf(c), start);
        }
        throw ExprFault.at(
                start, "unexpected \"" + Character.toString(text.codePointAt(start)) + "\"");
    }

    /// A quote and a backslash are written with a backslash before them; any other backslash stands for itself.
    private Token string(char quote) {
        int start = at++;
        StringBuilder says = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            if (text.charAt(at) == '\\' && escapes(quote)) {
                at++;
            }
            says.append(text.charAt(at++));
        }
        if (at == text.length()) {
            throw ExprFault.at(start, "the text that begins here has no end");
        }
        at++;
        return new Token(Token.Kind.STRING, says.toString(), start);
    }

    private boolean escapes(char quote) {
        if (at + 1 == text.length()) {
            return false;
        }
        char next = text.charAt(at + 1);
        return next == quote || next == '\\';
    }

    private Token number(int start, String minus) {
        int from = at;
        skipDigits();
        if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
            at++;
            skipDigits();
        }
        return new Token(Token.Kind.NUMBER, minus + text.substring(from, at), start);
    }

    private Token negative() {
        int start = at;
        while (at < text.length() && (text.charAt(at) == '-' || isSpace(text.charAt(at)))) {
            at++;
        }
        if (at == text.length() || !isDigit(text.charAt(at))) {
            throw ExprFault.at(start, "a minus here needs a number after it,");
        }
        return number(start, "-");
    }

    private boolean minusNegates() {
        if (tokens.isEmpty()) {
            return true;
        }
        Token last = tokens.getLast();
        return last.kind() == Token.Kind.OPERATOR
                || (last.kind() == Token.Kind.SIGN && MINUS_NEGATES_AFTER.contains(last.text()));
    }

    private Token name() {
        int start = at;
        while (at < text.length() && (begins(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        String name = text.substring(start, at);
        boolean property = !tokens.isEmpty() && tokens.getLast().is(".");
        boolean operator = name.equals("in") && !property;
        return new Token(operator ? Token.Kind.OPERATOR : Token.Kind.NAME, name, start);
    }

    private void skipDigits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private void skipSpace() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
    }

    static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean begins(char c) {
        return Character.isLetter(c) || c == '_' || c == '$';
    }
}
