package dev.waybill.server.network.read;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.json.Tree;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A peer's JSON as every reader takes it: each member once, with the value that counts, and numbers that are out of the
/// ordinary as text.
public final class PlainTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_DIGITS = 64;
    private static final int MOST_ZEROS = 400;

    private PlainTree() {}

    public static JsonNode of(Tree tree) {
        return switch (tree) {
            case Tree.Text(var _, var value) -> NODES.stringNode(value);
            case Tree.Numeral numeral -> number(numeral.literal());
            case Tree.Flag(var _, var value) -> NODES.booleanNode(value);
            case Tree.Nothing _ -> NODES.nullNode();
            case Tree.Items(var _, var items) ->
                    NODES.arrayNode().addAll(items.stream().map(PlainTree::of).toList());
            case Tree.Members(var _, var members) -> {
                ObjectNode object = Json.emptyObject();
                members.forEach(member -> object.set(member.name(), of(member.value())));
                yield object;
            }
        };
    }

    private static JsonNode number(String literal) {
        if (literal.length() > MOST_DIGITS) {
            return NODES.stringNode(literal);
        }
        try {
            BigDecimal number = new BigDecimal(literal);
            if (Math.abs((long) number.scale()) > MOST_ZEROS) {
                return NODES.stringNode(literal);
            }
            return literal.chars().allMatch(c -> c == '-' || Character.isDigit(c))
                    ? NODES.numberNode(number.toBigIntegerExact())
                    : NODES.numberNode(number);
        } catch (NumberFormatException _) {
            return NODES.stringNode(literal);
        }
    }
}
