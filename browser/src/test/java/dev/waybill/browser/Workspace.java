package dev.waybill.browser;

import com.microsoft.playwright.Browser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/// A workspace of one test, in which nothing happens but what that test does.
final class Workspace {
    private final Stage stage;
    private final String url;
    private final Api api;
    private final String key;

    private Workspace(Stage stage, String url, Api api, String key) {
        this.stage = stage;
        this.url = url;
        this.api = api;
        this.key = key;
    }

    /// One more on the server that all tests share.
    Workspace(Stage stage, String name) {
        this(stage, stage.url(), new Api(stage.url()), made(stage, name));
    }

    /// The first of a server of the test's own.
    Workspace(Stage stage, OwnServer server) {
        this(stage, server.url(), new Api(server.url()), server.key());
    }

    private static String made(Stage stage, String name) {
        return new Api(stage.url())
                .post("/v1/workspaces", stage.key(), "{\"name\":" + Api.quoted(name) + "}")
                .path("api_key")
                .asString();
    }

    String url() {
        return url;
    }

    String key() {
        return key;
    }

    Api api() {
        return api;
    }

    /// Signed in as its owner.
    Visit visit() {
        return visit(new Browser.NewContextOptions());
    }

    Visit visit(Browser.NewContextOptions options) {
        Visit visit = door(options);
        visit.signIn(key);
        return visit;
    }

    /// Before its server's door.
    Visit door(Browser.NewContextOptions options) {
        return new Visit(stage.browser().newContext(options), url);
    }

    /// An agent that is registered and not connected; its token.
    String agent(String name) {
        return agent(name, "");
    }

    /// One of which more is told, as members of JSON, each with a comma before it.
    String agent(String name, String more) {
        return api.post("/v1/agents", key, "{\"name\":" + Api.quoted(name) + more + "}")
                .path("token")
                .asString();
    }

    /// A channel, and who joins it.
    void channel(String name, String topic, String owner, List<String> members) {
        api.post(
                "/v1/channels",
                owner,
                "{\"name\":\"%s\",\"topic\":%s}".formatted(name, Api.quoted(topic)));
        members.forEach(member -> api.post("/v1/channels/" + name + "/join", member, "{}"));
    }

    /// The id of the message.
    String say(String token, String channel, String text) {
        return api.post(
                        "/v1/channels/" + channel + "/messages",
                        token,
                        "{\"text\":" + Api.quoted(text) + "}")
                .path("id")
                .asString();
    }

    /// What is open for an agent, oldest first.
    JsonNode open(String token) {
        return api.get("/v1/deliveries?limit=200", token);
    }

    /// Something for an agent that has failed for that reason, and for which there is no time to try again.
    void hopeless(String from, String to, String token, String text, String reason) {
        String message =
                api.post(
                                "/v1/dm",
                                from,
                                "{\"to\":%s,\"text\":%s,\"ttl_ms\":1500}"
                                        .formatted(Api.quoted(to), Api.quoted(text)))
                        .path("id")
                        .asString();
        for (JsonNode one : open(token)) {
            if (one.path("message_id").asString().equals(message)) {
                api.post(
                        "/v1/deliveries/" + one.path("id").asString() + "/fail",
                        token,
                        "{\"retryable\":true,\"error\":" + Api.quoted(reason) + "}");
            }
        }
    }

    /// What was given up, as soon as something was; its id.
    String givenUp() {
        Instant until = Instant.now().plusSeconds(30);
        while (Instant.now().isBefore(until)) {
            JsonNode dead = api.get("/v1/dead-letters", key);
            if (!dead.isEmpty()) {
                return dead.get(0).path("id").asString();
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        throw new AssertionError("nothing was given up");
    }

    /// The agent's session on the network, in a channel there.
    String join(String channel, String agent, String more) {
        return api.post(
                        "/v1/network/sessions",
                        key,
                        "{\"agent\":%s,\"channel\":\"%s\"%s}"
                                .formatted(Api.quoted(agent), channel, more))
                .path("session_id")
                .asString();
    }

    /// Says something on the network, with the members that it takes.
    void tell(String session, String kind, String more) {
        api.post(
                "/v1/network/send",
                key,
                "{\"session_id\":\"%s\",\"kind\":\"%s\",%s}".formatted(session, kind, more));
    }
}
