package dev.waybill.server.policy;

import dev.waybill.server.schema.CamelKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/// What a rule asks of the input: that a place in it has a value, or has it not. A key is found in either spelling, because
/// clients respell what they send.
record Condition(JsonPointer place, boolean equal, JsonNode value) {
    /// Whether it holds for something that is found there. An input that has a key in both spellings has two values.
    boolean mayHold(JsonNode input) {
        List<JsonNode> found = found(input);
        return found.isEmpty() ? !equal : found.stream().anyMatch(this::holds);
    }

    /// Whether it holds for everything that is found there.
    boolean surelyHolds(JsonNode input) {
        List<JsonNode> found = found(input);
        return found.isEmpty() ? !equal : found.stream().allMatch(this::holds);
    }

    private boolean holds(JsonNode there) {
        return same(there) == equal;
    }

    /// Numbers are the same however they are written.
    private boolean same(JsonNode there) {
        if (there.isNumber() && value.isNumber()) {
            return there.decimalValue().compareTo(value.decimalValue()) == 0;
        }
        return there.equals(value);
    }

    private List<JsonNode> found(JsonNode input) {
        Stream<JsonNode> at = Stream.of(input);
        for (JsonPointer step = place; !step.matches(); step = step.tail()) {
            JsonPointer key = step;
            at = at.flatMap(node -> children(node, key));
        }
        return at.toList();
    }

    private static Stream<JsonNode> children(JsonNode node, JsonPointer key) {
        if (node.isArray()) {
            return Stream.of(node.path(key.getMatchingIndex()))
                    .filter(child -> !child.isMissingNode());
        }
        String name = CamelKeys.snake(key.getMatchingProperty());
        return node.propertyStream()
                .filter(entry -> CamelKeys.snake(entry.getKey()).equals(name))
                .map(Map.Entry::getValue);
    }
}
