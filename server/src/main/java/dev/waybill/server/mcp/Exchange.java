package dev.waybill.server.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The host while it waits for the outcome of a call.
public interface Exchange {
    /// False once the host has cancelled the call or gone away.
    boolean wanted();

    /// Tells how far the call has come; unheard where the host did not ask to be told.
    void progress(double done, @Nullable Double total, String message);

    /// Tells the host something that people may want to see; unheard below the level the host has chosen.
    void log(String level, JsonNode data);

    /// Asks the host, such as for `sampling/createMessage` or `elicitation/create`, and waits for its answer. The key
    /// tells the questions of one call apart. In the stateless line the call ends here, and begins anew with the answer.
    ObjectNode ask(String key, String method, ObjectNode params) throws InterruptedException;
}
