package dev.waybill.server.mcp;

import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What one MCP host may use, seen by one caller. Asked for on every request: what an agent may do changes.
public interface Offer {
    List<Tool> tools(Caller caller);

    /// One tool, without listing all of them where that is more work.
    default Optional<Tool> tool(Caller caller, String name) {
        return tools(caller).stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /// Runs a tool; [Outcome#unknown] when there is none of that name. Runs on the thread of its request and may wait.
    Outcome call(Caller caller, String tool, ObjectNode arguments, Exchange exchange)
            throws InterruptedException;

    List<Resource> resources(Caller caller);

    List<ResourceTemplate> templates(Caller caller);

    /// Empty when there is nothing at that address.
    Optional<Contents> read(Caller caller, String uri);

    /// Whether changes of what is at that address are told.
    boolean canWatch(Caller caller, String uri);

    List<Prompt> prompts(Caller caller);

    /// Empty when there is no prompt of that name.
    Optional<PromptText> prompt(Caller caller, String name, Map<String, String> arguments);

    /// The same for prompts that have to ask the host for something first.
    default Optional<PromptText> prompt(
            Caller caller, String name, Map<String, String> arguments, Exchange exchange)
            throws InterruptedException {
        return prompt(caller, name, arguments);
    }

    /// Whether the list of prompts may change while a host is connected.
    default boolean promptsChange() {
        return false;
    }

    /// What a model should know before it uses anything; empty when there is nothing to say.
    default String instructions(Caller caller) {
        return "";
    }

    /// What an argument of a prompt, or a variable of a template, may be completed to; nothing unless an offer knows.
    default List<String> complete(Caller caller, Completion wanted) {
        return List.of();
    }

    /// Tells the listener what changes from now on, until it is closed. There is one for each stream that is open.
    AutoCloseable watch(Caller caller, Listener listener);
}
