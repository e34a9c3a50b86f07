package dev.waybill.protocol.action;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.waybill.protocol.id.InvocationId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The envelope in which every call of an action ends. Its `invocationId` is spelled like this everywhere, because it
/// leaves the API as it is: as the output of a tool, or in the hands of a program.
public sealed interface ActionResult {
    String INVOCATION_ID = "invocationId";

    boolean ok();

    String action();

    InvocationId invocationId();

    /// The action was done.
    @JsonPropertyOrder({"ok", "action", INVOCATION_ID, "output", "metadata"})
    record Completed(
            String action,
            @JsonProperty(INVOCATION_ID) InvocationId invocationId,
            @Nullable JsonNode output,
            @Nullable ObjectNode metadata)
            implements ActionResult {
        @Override
        @JsonProperty("ok")
        public boolean ok() {
            return true;
        }
    }

    /// It was not.
    @JsonPropertyOrder({"ok", "action", INVOCATION_ID, "error"})
    record Failed(
            String action,
            @JsonProperty(INVOCATION_ID) InvocationId invocationId,
            ActionError error)
            implements ActionResult {
        @Override
        @JsonProperty("ok")
        public boolean ok() {
            return false;
        }
    }

    /// Reads either case.
    @JsonCreator
    static ActionResult read(
            @JsonProperty("ok") boolean ok,
            @JsonProperty("action") String action,
            @JsonProperty(INVOCATION_ID) InvocationId invocationId,
            @JsonProperty("output") @Nullable JsonNode output,
            @JsonProperty("metadata") @Nullable ObjectNode metadata,
            @JsonProperty("error") @Nullable ActionError error) {
        if (ok) {
            return new Completed(action, invocationId, output, metadata);
        }
        if (error == null) {
            throw new IllegalArgumentException("error is missing");
        }
        return new Failed(action, invocationId, error);
    }
}
