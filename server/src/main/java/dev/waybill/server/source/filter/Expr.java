package dev.waybill.server.source.filter;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An expression as a tree.
sealed interface Expr {
    record Literal(JsonNode value) implements Expr {}

    record ArrayOf(List<Expr> elements) implements Expr {}

    record ObjectOf(Map<String, Expr> fields) implements Expr {}

    /// A name of the context.
    record Name(String name) implements Expr {}

    /// A name of the element that a filter looks at: `.n`.
    record Relative(String name) implements Expr {}

    record Property(Expr from, String name) implements Expr {}

    /// `list[0]`, `object["key"]`.
    record Index(Expr subject, Expr index) implements Expr {}

    /// `list[.n > 1]`.
    record Where(Expr subject, Expr condition) implements Expr {}

    record Not(Expr value) implements Expr {}

    record Binary(Operator operator, Expr left, Expr right) implements Expr {}

    /// Without a consequent, the test is its own: `a ?: b`.
    record Choice(Expr test, @Nullable Expr consequent, Expr alternate) implements Expr {}

    record Call(Function function, List<Expr> arguments) implements Expr {}
}
