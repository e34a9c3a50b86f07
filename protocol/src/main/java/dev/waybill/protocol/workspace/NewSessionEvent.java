package dev.waybill.protocol.workspace;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reports something of a session; whether there is such a type is decided where events are kept.
public record NewSessionEvent(String type, @Nullable JsonNode payload) {}
