package dev.waybill.server.source.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Reads an expression, by recursive descent.
final class Parser {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_DEPTH = 64;

    private final List<Token> tokens;
    private int at;
    private int depth;
    private boolean relative;

    private Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    static Expr parse(String text) {
        Parser parser = new Parser(Lexer.tokens(text));
        Expr expr = parser.expression();
        if (parser.peek().kind() != Token.Kind.END) {
            throw parser.unexpected();
        }
        return expr;
    }

    /// A choice takes all that stands before it as its test.
    private Expr expression() {
        if (++depth > MAX_DEPTH) {
            throw ExprFault.at(peek().offset(), "it is nested more than " + MAX_DEPTH + " deep");
        }
        Expr expr = binary(0);
        if (taken("?")) {
            Expr consequent = peek().is(":") ? null : expression();
            expect(":");
            expr = new Expr.Choice(expr, consequent, expression());
        }
        depth--;
        return expr;
    }

    private Expr binary(int least) {
        Expr left = unary();
        for (Optional<Operator> operator = Operator.of(peek());
                operator.isPresent() && operator.get().precedence() >= least;
                operator = Operator.of(peek())) {
            at++;
            left = new Expr.Binary(operator.get(), left, binary(operator.get().precedence() + 1));
        }
        return left;
    }

    private Expr unary() {
        int nots = 0;
        for (; peek().isOperator("!"); at++) {
            nots++;
        }
        Expr expr = postfix(primary());
        for (; nots > 0; nots--) {
            expr = new Expr.Not(expr);
        }
        return expr;
    }

    private Expr postfix(Expr subject) {
        Expr expr = subject;
        while (true) {
            if (taken(".")) {
                expr = new Expr.Property(expr, name("a name"));
            } else if (taken("[")) {
                expr = bracket(expr);
            } else if (taken("|")) {
                expr = transform(expr);
            } else {
                return expr;
            }
        }
    }

    private Expr bracket(Expr subject) {
        boolean outer = relative;
        relative = false;
        Expr inside = expression();
        expect("]");
        Expr expr = relative ? new Expr.Where(subject, inside) : new Expr.Index(subject, inside);
        relative = outer;
        return expr;
    }

    private Expr transform(Expr subject) {
        Token token = peek();
        String name = name("the name of a function");
        List<Expr> arguments = new ArrayList<>(List.of(subject));
        if (taken("(")) {
            arguments.addAll(list(")"));
        }
        return call(token, name, arguments);
    }

    private Expr primary() {
        Token token = peek();
        return switch (token.kind()) {
            case STRING -> literal(NODES.stringNode(token.text()));
            case NUMBER -> literal(NODES.numberNode(Double.parseDouble(token.text())));
            case NAME -> named(token);
            case SIGN -> signed(token);
            case OPERATOR, END -> throw unexpected();
        };
    }

    private Expr literal(JsonNode value) {
        at++;
        return new Expr.Literal(value);
    }

    private Expr named(Token token) {
        at++;
        if (taken("(")) {
            return call(token, token.text(), list(")"));
        }
        return switch (token.text()) {
            case "true" -> new Expr.Literal(NODES.booleanNode(true));
            case "false" -> new Expr.Literal(NODES.booleanNode(false));
            default -> new Expr.Name(token.text());
        };
    }

    private Expr signed(Token token) {
        at++;
        return switch (token.text()) {
            case "(" -> {
                Expr inside = expression();
                expect(")");
                yield inside;
            }
            case "[" -> new Expr.ArrayOf(list("]"));
            case "{" -> object();
            case "." -> {
                relative = true;
                yield new Expr.Relative(name("a name"));
            }
            default -> {
                at--;
                throw unexpected();
            }
        };
    }

    /// Where nothing stands between two commas, there is no element.
    private List<Expr> list(String end) {
        List<Expr> elements = new ArrayList<>();
        while (!taken(end)) {
            if (taken(",")) {
                continue;
            }
            elements.add(expression());
            if (!peek().is(end)) {
                expect(",");
            }
        }
        return List.copyOf(elements);
    }

    private Expr object() {
        Map<String, Expr> fields = new LinkedHashMap<>();
        while (!taken("}")) {
            String key = name("a key without quotes");
            expect(":");
            fields.put(key, expression());
            if (!peek().is("}")) {
                expect(",");
            }
        }
        return new Expr.ObjectOf(fields);
    }

    private static Expr call(Token token, String name, List<Expr> arguments) {
        Function function =
                Function.named(name)
                        .orElseThrow(
                                () ->
                                        ExprFault.at(
                                                token.offset(),
                                                "there is no function \"" + name + "\","));
        return new Expr.Call(function, List.copyOf(arguments));
    }

    private String name(String wanted) {
        Token token = peek();
        if (token.kind() != Token.Kind.NAME) {
            throw expected(wanted);
        }
        at++;
        return token.text();
    }

    private Token peek() {
        return tokens.get(at);
    }

    private boolean taken(String sign) {
        boolean there = peek().is(sign);
        if (there) {
            at++;
        }
        return there;
    }

    private void expect(String sign) {
        if (!taken(sign)) {
            throw expected("\"" + sign + "\"");
        }
    }

    private ExprFault expected(String wanted) {
        return ExprFault.at(
                peek().offset(), "expected " + wanted + " instead of " + peek().shown());
    }

    private ExprFault unexpected() {
        return ExprFault.at(peek().offset(), "unexpected " + peek().shown());
    }
}
