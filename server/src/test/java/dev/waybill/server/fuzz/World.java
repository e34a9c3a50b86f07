package dev.waybill.server.fuzz;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A workspace with one of everything. Whatever only its own people may read holds [#secret].
final class World {
    private static final Pattern ID =
            Pattern.compile("\"((?:[a-z]+_)?[0-9]{15,}|dm_[0-9a-f]{24})\"");

    private final ApiClient client;
    private final String label;

    /// Every token of the workspace, by the kind of caller it makes.
    final Map<String, String> tokens = new HashMap<>();

    /// What to put behind a collection in a path, such as a name behind `channels`.
    final Map<String, String> members = new HashMap<>();

    /// Every id that an answer to these people has held.
    final Set<String> ids = new HashSet<>();

    final long id;

    World(ApiClient client, String label) {
        this.client = client;
        this.label = label;
        JsonNode made = post("/v1/workspaces", null, "{'name':'ws-@'}");
        id = Long.parseLong(made.path("workspace_id").asString());
        tokens.put("owner", made.path("api_key").asString());
        members.put("by-name", "ws-" + label);
        people();
        talk();
        machines();
        extras();
    }

    /// Words that nobody outside may read.
    String secret() {
        return "secret-of-" + label;
    }

    String token(String kind) {
        String token = tokens.get(kind);
        if (token == null) {
            throw new IllegalArgumentException("nobody is called " + kind);
        }
        return token;
    }

    /// A word that is good for the collection.
    String member(String collection) {
        return members.getOrDefault(collection, "none");
    }

    /// The names and ids that others may try.
    List<String> names() {
        return members.values().stream()
                .distinct()
                .filter(name -> name.contains("-" + label) || ids.contains(name))
                .sorted()
                .toList();
    }

    String owner() {
        return token("owner");
    }

    String agent() {
        return token("agent");
    }

    /// Sends with `'` for `"` and the label for `@`, and keeps the ids of the answer.
    JsonNode post(String path, @Nullable String token, @Nullable String body) {
        return call("POST", path, token, body);
    }

    JsonNode call(String method, String path, @Nullable String token, @Nullable String body) {
        String sent = body == null ? null : body.replace('\'', '"').replace("@", label);
        ApiClient.Answer answer =
                client.send(Attack.of(method, path.replace("@", label), token, sent));
        JsonNode data = answer.data();
        ids.addAll(
                ID.matcher(answer.text())
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toSet()));
        return data;
    }

    private void people() {
        for (String name : List.of("ann", "bob", "eve")) {
            JsonNode made =
                    post(
                            "/v1/agents",
                            owner(),
                            "{'name':'%s-@','persona':'secret-of-@','metadata':{'k':'secret-of-@'}}"
                                    .formatted(name));
            tokens.put(name.equals("ann") ? "agent" : name, made.path("token").asString());
        }
        members.put("agents", "ann-" + label);
        members.put("participants", "bob-" + label);
        members.put("outsiders", "eve-" + label);
        post("/v1/channels", agent(), "{'name':'room-@','topic':'secret-of-@ inroom-of-@'}");
        post("/v1/channels/room-@/invite", agent(), "{'agent_name':'bob-@'}");
        post("/v1/channels", agent(), "{'name':'lobby-@'}");
        members.put("channels", "room-" + label);
        post(
                "/v1/agents/ann-@/events",
                agent(),
                "{'type':'tool.called','payload':{'a':'secret-of-@'}}");
        observer("observer", "");
        observer("narrow", ",'filters':{'channel_names':['lobby-@']}");
    }

    private void observer(String name, String filters) {
        JsonNode made =
                post(
                        "/v1/observer-tokens",
                        owner(),
                        """
                        {'name':'%s-@','description':'secret-of-@','scopes':['stream:read','messages:read','threads:read',
                         'dms:read','channels:read','search:read','agents:read','nodes:read','activity:read',
                         'reactions:read']%s}
                        """
                                .formatted(name, filters));
        tokens.put(name, made.path("token").asString());
        members.put("observer-tokens", made.path("id").asString());
    }

    private void talk() {
        String message =
                post(
                                "/v1/channels/room-@/messages",
                                agent(),
                                "{'text':'secret-of-@ inroom-of-@ hello bob-@','data':{'k':'secret-of-@'}}")
                        .path("id")
                        .asString();
        members.put("messages", message);
        post(
                "/v1/messages/" + message + "/replies",
                token("bob"),
                "{'text':'secret-of-@ inroom-of-@ reply'}");
        post("/v1/messages/" + message + "/reactions", token("bob"), "{'emoji':'👍'}");
        post("/v1/messages/" + message + "/read", token("bob"), null);
        members.put("reactions", "%F0%9F%91%8D");
        JsonNode direct =
                post("/v1/dm", agent(), "{'to':'bob-@','text':'private-of-@ secret-of-@'}");
        members.put("conversations", direct.path("conversation_id").asString());
        members.put("direct-messages", direct.path("id").asString());
        String group =
                post("/v1/dm/group", agent(), "{'participants':['bob-@'],'name':'secret-of-@'}")
                        .path("id")
                        .asString();
        members.put("dm", group);
        post("/v1/dm/" + group + "/messages", agent(), "{'text':'private-of-@ secret-of-@'}");
        JsonNode bob = call("GET", "/v1/agent", token("bob"), null);
        members.put("deliveries", bob.at("/pending_deliveries/0/id").asString("none"));
    }

    private void machines() {
        JsonNode node =
                post(
                        "/v1/nodes",
                        owner(),
                        "{'name':'box-@','role':'broker','max_agents':4,'tags':['secret-of-@']}");
        tokens.put("node", node.path("token").asString());
        members.put("nodes", "box-" + label);
        members.put("providers", "default");
        post(
                "/v1/nodes/box-@/agents",
                owner(),
                "{'agent_name':'eve-@','session_ref':'secret-of-@'}");
        post(
                "/v1/actions",
                token("bob"),
                "{'name':'vote-@','description':'secret-of-@','handler_agent':'bob-@','queue':true}");
        members.put("actions", "vote-" + label);
        JsonNode invoked =
                post("/v1/actions/vote-@/invoke", agent(), "{'input':{'k':'secret-of-@'}}");
        members.put("invocations", invoked.path("invocation_id").asString());
    }

    private void extras() {
        JsonNode file =
                post(
                        "/v1/files/upload",
                        agent(),
                        "{'filename':'secret-of-@.txt','content_type':'text/plain','size_bytes':3}");
        members.put("files", file.path("id").asString());
        JsonNode webhook = post("/v1/webhooks", owner(), "{'name':'hook-@','channel':'room-@'}");
        tokens.put("webhook", webhook.path("token").asString());
        members.put("webhooks", webhook.path("webhook_id").asString());
        members.put("hooks", webhook.path("webhook_id").asString());
        JsonNode subscription =
                post(
                        "/v1/subscriptions",
                        owner(),
                        "{'events':['message.created'],'url':'http://127.0.0.1:9/secret-of-@'}");
        members.put("subscriptions", subscription.path("id").asString());
        JsonNode trigger =
                post(
                        "/v1/triggers",
                        owner(),
                        "{'channel':'room-@','pattern':'never-said-@','action_name':'vote-@'}");
        members.put("triggers", trigger.path("id").asString());
    }
}
