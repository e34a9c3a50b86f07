package dev.waybill.protocol.network.json;

import java.util.ArrayList;
import java.util.List;

/// Reads one JSON document strictly by RFC 8259, to a depth that no honest message has.
final class TreeReader {
    private static final int MAX_DEPTH = 64;

    private final String in;
    private int at;
    private int depth;

    TreeReader(String in) {
        this.in = in;
    }

    Tree document() {
        Tree value = value();
        skipSpace();
        if (at < in.length()) {
            throw fault("something follows the document");
        }
        return value;
    }

    private Tree value() {
        skipSpace();
        int start = at;
        return switch (peek()) {
            case '{' -> members(start);
            case '[' -> items(start);
            case '"' -> {
                String value = string();
                yield new Tree.Text(from(start), value);
            }
            case 't' -> new Tree.Flag(word("true"), true);
            case 'f' -> new Tree.Flag(word("false"), false);
            case 'n' -> new Tree.Nothing(word("null"));
            default -> {
                numeral();
                yield new Tree.Numeral(from(start));
            }
        };
    }

    private Tree members(int start) {
        List<Tree.Member> members = new ArrayList<>();
        enter();
        if (!leaves('}')) {
            do {
                skipSpace();
                if (peek() != '"') {
                    throw fault("expected a member's name");
                }
                String name = string();
                skipSpace();
                expect(':');
                members.add(new Tree.Member(name, value()));
            } while (continues('}'));
        }
        return new Tree.Members(from(start), members);
    }

    private Tree items(int start) {
        List<Tree> items = new ArrayList<>();
        enter();
        if (!leaves(']')) {
            do {
                items.add(value());
            } while (continues(']'));
        }
        return new Tree.Items(from(start), items);
    }

    private void enter() {
        at++;
        depth++;
        if (depth > MAX_DEPTH) {
            throw fault("nested deeper than " + MAX_DEPTH);
        }
    }

    private boolean leaves(char close) {
        skipSpace();
        if (peek() != close) {
            return false;
        }
        at++;
        depth--;
        return true;
    }

    private boolean continues(char close) {
        if (leaves(close)) {
            return false;
        }
        expect(',');
        return true;
    }

    private Span word(String word) {
        int start = at;
        if (!in.startsWith(word, at)) {
            throw fault("unknown word");
        }
        at += word.length();
        return from(start);
    }

    private void numeral() {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
    }

    private void digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw fault("expected a value");
        }
    }

    private String string() {
        at++;
        int start = at;
        while (plain(peek())) {
            at++;
        }
        if (peek() == '"') {
            return in.substring(start, at++);
        }
        StringBuilder text = new StringBuilder(in.substring(start, at));
        while (peek() != '"') {
            if (peek() == '\\') {
                escape(text);
            } else if (plain(peek())) {
                text.append(in.charAt(at++));
            } else {
                throw fault("a string is not closed or holds a control character");
            }
        }
        at++;
        return text.toString();
    }

    private static boolean plain(char c) {
        return c >= ' ' && c != '"' && c != '\\';
    }

    private void escape(StringBuilder text) {
        at++;
        char kind = peek();
        at++;
        switch (kind) {
            case '"', '\\', '/' -> text.append(kind);
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'u' -> unicode(text);
            default -> throw fault("unknown escape");
        }
    }

    /// Half of a surrogate pair is no character and becomes U+FFFD.
    private void unicode(StringBuilder text) {
        char unit = hex();
        if (!Character.isSurrogate(unit)) {
            text.append(unit);
            return;
        }
        int next = at;
        if (Character.isHighSurrogate(unit) && in.startsWith("\\u", at)) {
            at += 2;
            char low = hex();
            if (Character.isLowSurrogate(low)) {
                text.append(unit).append(low);
                return;
            }
        }
        at = next;
        text.append('\ufffd');
    }

    private char hex() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = peek() < 0x80 ? Character.digit(peek(), 16) : -1;
            if (digit < 0) {
                throw fault("expected four hexadecimal digits");
            }
            unit = unit * 16 + digit;
            at++;
        }
        return (char) unit;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw fault("expected '" + c + "'");
        }
        at++;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') {
            at++;
        }
    }

    /// NUL at the end; a NUL inside is as wrong there as the end would be.
    private char peek() {
        return at < in.length() ? in.charAt(at) : 0;
    }

    private Span from(int start) {
        return new Span(in, start, at);
    }

    private NotJson fault(String what) {
        return new NotJson("malformed JSON at character " + (at + 1) + ": " + what);
    }
}
