package dev.waybill.server.mcp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The host while it waits for the outcome of a call.
public interface Exchange {
    /// False once the host has cancelled the call or gone away.
    boolean wanted();

    /// Whether the host is there to take an answer at this moment. One that was cut off may come back for it, but who knows
    /// another way to it should not wait for that.
    boolean attended();

    /// Tells how far the call has come; unheard where the host did not ask to be told.
    void progress(double done, @Nullable Double total, String message);

    /// Tells the host something that people may want to see; unheard below the level the host has chosen.
    void log(String level, JsonNode data);

    /// Whether the host says it can do this, such as `sampling` or `elicitation`.
    boolean can(String capability);

    /// Asks the host and waits for all its answers, in the order of the questions. In the stateless line the call ends
    /// here, and begins anew once the host comes back with them: what happens before a question must bear repetition.
    List<ObjectNode> ask(List<Question> questions) throws InterruptedException;

    /// Ends the stream of a call that will take long; the host comes back for the rest. Only where streams can be resumed.
    void release();
}
