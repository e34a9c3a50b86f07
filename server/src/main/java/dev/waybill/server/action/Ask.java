package dev.waybill.server.action;

import tools.jackson.databind.JsonNode;

/// What a caller wants done.
public sealed interface Ask {
    String action();

    JsonNode input();

    /// An action of the workspace, by its name.
    record Named(String action, JsonNode input) implements Ask {}

    /// An action of one node, by the node's name or id.
    record OnNode(String node, String action, JsonNode input) implements Ask {}
}
