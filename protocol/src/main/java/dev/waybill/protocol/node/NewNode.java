package dev.waybill.protocol.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks for a node, or for a new token of the one that has the name.
public record NewNode(
        String name,
        @Nullable String nodeId,
        @Nullable String kind,
        @Nullable NodeRole role,
        @Nullable String deliveryAdapter,
        @Nullable ObjectNode delivery,
        @Nullable ArrayNode capabilities,
        @Nullable Integer maxAgents,
        @Nullable List<String> tags,
        @Nullable String version,
        @Nullable String machineId) {
    private static final int MAX_TEXT = 128;
    private static final int MAX_LIST = 64 << 10;

    public NewNode {
        check("name", name);
        if (nodeId != null) {
            check("node_id", nodeId);
        }
        if (maxAgents != null && maxAgents < 0) {
            throw new IllegalArgumentException("max_agents is negative: " + maxAgents);
        }
        if (capabilities != null && capabilities.toString().length() > MAX_LIST) {
            throw new IllegalArgumentException(
                    "capabilities are longer than " + MAX_LIST + " characters");
        }
        tags = tags == null ? null : List.copyOf(tags);
    }

    private static void check(String what, String text) {
        if (text.isBlank()
                || text.length() > MAX_TEXT
                || text.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    what + " is not 1 to " + MAX_TEXT + " printable characters");
        }
    }
}
