package dev.waybill.server.delivery;

import tools.jackson.databind.JsonNode;

/// Something connected agents hear of at once and outside the sequence, such as a reaction. The key sets it apart from
/// every other signal, because some clients drop what they believe to have seen.
public record Signal(String key, String type, JsonNode data) {}
