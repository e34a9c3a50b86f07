package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Invokes an action; without input it gets an empty object.
public record InvokeAction(@Nullable ObjectNode input) {}
