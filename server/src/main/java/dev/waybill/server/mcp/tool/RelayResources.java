package dev.waybill.server.mcp.tool;

import static dev.waybill.server.mcp.tool.Paths.get;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.mcp.Contents;
import dev.waybill.server.mcp.Resource;
import dev.waybill.server.mcp.ResourceTemplate;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// What a host may read, and what it may have watched. Reading changes nothing.
final class RelayResources {
    private static final String MIME = "application/json";
    private static final int SERVER_FAULTS = 500;
    private static final String MOST_DELIVERIES = "200";

    private final LocalCalls calls;
    private final Json json;

    RelayResources(LocalCalls calls, Json json) {
        this.calls = calls;
        this.json = json;
    }

    /// The owner has no mailbox.
    List<Resource> list(Caller caller) {
        Resource agents =
                resource(
                        RelayAddress.AGENTS,
                        "agents",
                        "Agents",
                        "Who is in the workspace, and whether they are there.");
        Resource channels =
                resource(
                        RelayAddress.CHANNELS,
                        "channels",
                        "Channels",
                        "The channels of the workspace.");
        return caller instanceof Caller.Agent
                ? List.of(
                        resource(
                                RelayAddress.INBOX,
                                "inbox",
                                "Inbox",
                                "What is new for you, in sum."),
                        agents,
                        channels,
                        resource(
                                RelayAddress.DELIVERIES,
                                "deliveries",
                                "Deliveries",
                                "What is on its way to you and not settled, what is held back among it."))
                : List.of(agents, channels);
    }

    List<ResourceTemplate> templates() {
        return List.of(
                new ResourceTemplate(
                        "relay://channels/{name}/messages",
                        "channel-messages",
                        "Messages of a channel",
                        "What was said in a channel, newest first.",
                        MIME),
                new ResourceTemplate(
                        "relay://messages/{id}/thread",
                        "message-thread",
                        "Thread",
                        "A message and the replies to it.",
                        MIME),
                new ResourceTemplate(
                        "relay://dm/{conversation_id}",
                        "direct-messages",
                        "Direct messages",
                        "What was said in a conversation, newest first.",
                        MIME));
    }

    /// What the caller may not see is not there.
    Optional<Contents> read(Caller caller, String uri) {
        return RelayAddress.parse(uri)
                .flatMap(address -> found(caller, address))
                .map(data -> new Contents(uri, MIME, json.text(data)));
    }

    boolean canWatch(Caller caller, String uri) {
        return RelayAddress.parse(uri).flatMap(address -> found(caller, address)).isPresent();
    }

    private Optional<JsonNode> found(Caller caller, RelayAddress address) {
        boolean agent = caller instanceof Caller.Agent;
        return switch (address) {
            case RelayAddress.Inbox _ -> ask(caller, get("inbox"));
            case RelayAddress.Deliveries _ -> deliveries(caller);
            case RelayAddress.Agents _ ->
                    list("agents", caller, agent ? get("agents", "presence") : get("agents"));
            case RelayAddress.Channels _ -> list("channels", caller, get("channels"));
            case RelayAddress.Messages(var channel) ->
                    list("messages", caller, get("channels", channel, "messages"));
            case RelayAddress.Replies(var message) ->
                    ask(caller, get("messages", message, "replies"));
            case RelayAddress.Direct(var conversation) ->
                    list(
                            "messages",
                            caller,
                            agent
                                    ? get("dm", conversation, "messages")
                                    : get("dm", "conversations", conversation, "messages"));
        };
    }

    /// Asked by status, because asking for all that is open says that the agent settles it from now on.
    private Optional<JsonNode> deliveries(Caller caller) {
        ArrayNode all = Json.emptyObject().putArray("deliveries");
        for (String status : List.of("delivered", "accepted", "queued")) {
            Optional<JsonNode> some =
                    ask(
                            caller,
                            get("deliveries")
                                    .query("status", status)
                                    .query("limit", MOST_DELIVERIES));
            if (some.isEmpty()) {
                return Optional.empty();
            }
            some.get().forEach(all::add);
        }
        return Optional.of(RelayTool.list("deliveries", all));
    }

    private Optional<JsonNode> list(String name, Caller caller, LocalRequest request) {
        return ask(caller, request).map(items -> RelayTool.list(name, items));
    }

    private Optional<JsonNode> ask(Caller caller, LocalRequest request) {
        return switch (calls.call(caller, request)) {
            case LocalCalls.Reply.Data(var data, var _) -> Optional.of(object(data));
            case LocalCalls.Reply.Refused(var problem)
                    when problem.code().status() < SERVER_FAULTS ->
                    Optional.empty();
            case LocalCalls.Reply.Refused(var problem) -> throw problem;
        };
    }

    private static JsonNode object(@Nullable JsonNode data) {
        return data == null ? Json.emptyObject() : data;
    }

    private static Resource resource(String uri, String name, String title, String description) {
        return new Resource(uri, name, title, description, MIME);
    }
}
