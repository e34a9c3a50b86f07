package dev.waybill.server.schema;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A copy of a value in which each look at a part is paid for from the [Budget], so that a schema cannot make its validator
/// go through the same value without end.
final class Metered {
    private Metered() {}

    /// How many values there are in it, itself included.
    static long count(JsonNode value) {
        long values = 1;
        for (JsonNode part : value) {
            values += count(part);
        }
        return values;
    }

    static JsonNode of(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = new MeteredObject();
                for (Map.Entry<String, JsonNode> entry : object.properties()) {
                    copy.set(entry.getKey(), of(entry.getValue()));
                }
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = new MeteredArray();
                array.forEach(element -> copy.add(of(element)));
                yield copy;
            }
            default -> value;
        };
    }

    private static final class MeteredObject extends ObjectNode {
        private static final long serialVersionUID = 1L;

        MeteredObject() {
            super(JsonNodeFactory.instance);
        }

        @Override
        public JsonNode get(String name) {
            Budget.spend();
            return super.get(name);
        }

        @Override
        public Set<Map.Entry<String, JsonNode>> properties() {
            Budget.spend();
            return super.properties();
        }

        @Override
        public int size() {
            Budget.spend();
            return super.size();
        }
    }

    private static final class MeteredArray extends ArrayNode {
        private static final long serialVersionUID = 1L;

        MeteredArray() {
            super(JsonNodeFactory.instance);
        }

        @Override
        public JsonNode get(int index) {
            Budget.spend();
            return super.get(index);
        }

        @Override
        public Collection<JsonNode> values() {
            Budget.spend();
            return super.values();
        }

        @Override
        public int size() {
            Budget.spend();
            return super.size();
        }
    }
}
