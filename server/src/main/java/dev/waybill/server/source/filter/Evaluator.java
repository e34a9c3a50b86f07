package dev.waybill.server.source.filter;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// Works out the value of an expression. What is not there is undefined, and no fault.
final class Evaluator {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonNode UNDEFINED = MissingNode.getInstance();

    private final JsonNode names;
    private final Meter meter;
    private final Coercion coercion;
    private final Comparison comparison;
    private final Functions functions;

    Evaluator(JsonNode names, Meter meter) {
        this.names = names;
        this.meter = meter;
        this.coercion = new Coercion(meter);
        this.comparison = new Comparison(coercion, meter);
        this.functions = new Functions(meter, coercion, comparison);
    }

    JsonNode value(Expr expr) {
        return value(expr, names);
    }

    /// @param element what relative names are names of
    private JsonNode value(Expr expr, JsonNode element) {
        meter.step();
        return switch (expr) {
            case Expr.Literal(var value) -> value;
            case Expr.Name(var name) -> names.path(name);
            case Expr.Relative(var name) -> property(element, name);
            case Expr.Property(var from, var name) -> step(value(from, element), name);
            case Expr.ArrayOf(var elements) -> array(values(elements, element));
            case Expr.ObjectOf object -> object(object, element);
            case Expr.Index(var subject, var index) ->
                    index(value(subject, element), value(index, element));
            case Expr.Where(var subject, var condition) ->
                    where(value(subject, element), condition);
            case Expr.Not(var value) ->
                    BooleanNode.valueOf(!Coercion.truthy(value(value, element)));
            case Expr.Binary binary -> binary(binary, element);
            case Expr.Choice choice -> choice(choice, element);
            case Expr.Call(var function, var arguments) ->
                    functions.call(function, values(arguments, element));
        };
    }

    private List<JsonNode> values(List<Expr> all, JsonNode element) {
        return all.stream().map(expr -> value(expr, element)).toList();
    }

    private static ArrayNode array(List<JsonNode> elements) {
        return NODES.arrayNode(elements.size()).addAll(elements);
    }

    private JsonNode object(Expr.ObjectOf object, JsonNode element) {
        ObjectNode made = NODES.objectNode();
        object.fields().forEach((key, expr) -> made.set(key, value(expr, element)));
        return made;
    }

    /// A name after a list is one of its first element.
    private static JsonNode step(JsonNode from, String name) {
        return property(from.isArray() ? from.path(0) : from, name);
    }

    private static JsonNode property(JsonNode of, String name) {
        if (of.isObject()) {
            return of.path(name);
        }
        if (name.equals("length") && (of.isString() || of.isArray())) {
            return NODES.numberNode(of.isArray() ? of.size() : of.stringValue().length());
        }
        return position(of, name);
    }

    private static JsonNode position(JsonNode of, String name) {
        if (name.isEmpty() || name.length() > 9 || (name.length() > 1 && name.startsWith("0"))) {
            return UNDEFINED;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return UNDEFINED;
            }
        }
        int index = Integer.parseInt(name);
        if (of.isString()) {
            String text = of.stringValue();
            return index < text.length()
                    ? Comparison.string(text.substring(index, index + 1))
                    : UNDEFINED;
        }
        return of.path(index);
    }

    private JsonNode index(JsonNode subject, JsonNode index) {
        if (index.isBoolean()) {
            return index.booleanValue() ? subject : UNDEFINED;
        }
        return property(subject, coercion.text(index));
    }

    private JsonNode where(JsonNode subject, Expr condition) {
        if (subject.isMissingNode()) {
            return NODES.arrayNode();
        }
        ArrayNode kept = NODES.arrayNode();
        for (JsonNode element : subject.isArray() ? subject.values() : List.of(subject)) {
            if (Coercion.truthy(value(condition, element))) {
                kept.add(element);
            }
        }
        return kept;
    }

    private JsonNode choice(Expr.Choice choice, JsonNode element) {
        JsonNode test = value(choice.test(), element);
        if (!Coercion.truthy(test)) {
            return value(choice.alternate(), element);
        }
        return choice.consequent() == null ? test : value(choice.consequent(), element);
    }

    private JsonNode binary(Expr.Binary binary, JsonNode element) {
        JsonNode left = value(binary.left(), element);
        return switch (binary.operator()) {
            case AND -> Coercion.truthy(left) ? value(binary.right(), element) : left;
            case OR -> Coercion.truthy(left) ? left : value(binary.right(), element);
            default -> operate(binary.operator(), left, value(binary.right(), element));
        };
    }

    private JsonNode operate(Operator operator, JsonNode left, JsonNode right) {
        return switch (operator) {
            case EQUAL -> BooleanNode.valueOf(comparison.loose(left, right));
            case UNEQUAL -> BooleanNode.valueOf(!comparison.loose(left, right));
            case LESS -> BooleanNode.valueOf(comparison.less(left, right, false));
            case AT_MOST -> BooleanNode.valueOf(comparison.less(left, right, true));
            case GREATER -> BooleanNode.valueOf(comparison.less(right, left, false));
            case AT_LEAST -> BooleanNode.valueOf(comparison.less(right, left, true));
            case IN -> BooleanNode.valueOf(in(left, right));
            case PLUS -> plus(comparison.primitive(left), comparison.primitive(right));
            default -> reckon(operator, coercion.number(left), coercion.number(right));
        };
    }

    private static JsonNode reckon(Operator operator, double left, double right) {
        return NODES.numberNode(
                switch (operator) {
                    case MINUS -> left - right;
                    case TIMES -> left * right;
                    case DIVIDED -> left / right;
                    case FLOOR_DIVIDED -> Math.floor(left / right);
                    case REMAINDER -> left % right;
                    case POWER -> Math.pow(left, right);
                    default -> throw new IllegalArgumentException("no arithmetic: " + operator);
                });
    }

    private JsonNode plus(JsonNode left, JsonNode right) {
        if (!left.isString() && !right.isString()) {
            return NODES.numberNode(coercion.number(left) + coercion.number(right));
        }
        String first = coercion.text(left);
        String second = coercion.text(right);
        meter.check((long) first.length() + second.length());
        return Comparison.string(first + second);
    }

    private boolean in(JsonNode wanted, JsonNode all) {
        if (all.isString()) {
            return functions.within(all.stringValue(), coercion.text(wanted));
        }
        if (!all.isArray()) {
            return false;
        }
        for (JsonNode element : all.values()) {
            if (comparison.strict(element, wanted)) {
                return true;
            }
        }
        return false;
    }
}
