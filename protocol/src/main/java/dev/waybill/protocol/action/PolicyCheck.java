package dev.waybill.protocol.action;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Asks what would become of a call, without making it. A missing caller is whoever asks.
public record PolicyCheck(String action, @Nullable String caller, @Nullable ObjectNode input) {
    public PolicyCheck {
        Bounds.name("action", action);
    }
}
