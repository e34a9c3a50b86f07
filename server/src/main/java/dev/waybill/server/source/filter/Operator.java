package dev.waybill.server.source.filter;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What stands between two values. Those that bind tighter have the higher precedence; all of them group from the left, and
/// `&&` and `||` bind alike.
enum Operator {
    OR("||", 10),
    AND("&&", 10),
    EQUAL("==", 20),
    UNEQUAL("!=", 20),
    GREATER(">", 20),
    AT_LEAST(">=", 20),
    LESS("<", 20),
    AT_MOST("<=", 20),
    IN("in", 20),
    PLUS("+", 30),
    MINUS("-", 30),
    TIMES("*", 40),
    DIVIDED("/", 40),
    FLOOR_DIVIDED("//", 40),
    REMAINDER("%", 50),
    POWER("^", 50);

    private static final Map<String, Operator> ALL =
            Arrays.stream(values())
                    .collect(Collectors.toMap(operator -> operator.text, Function.identity()));

    private final String text;
    private final int precedence;

    Operator(String text, int precedence) {
        this.text = text;
        this.precedence = precedence;
    }

    static Optional<Operator> of(Token token) {
        return token.kind() == Token.Kind.OPERATOR
                ? Optional.ofNullable(ALL.get(token.text()))
                : Optional.empty();
    }

    int precedence() {
        return precedence;
    }
}
