package dev.waybill.browser;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// A workspace in which everybody writes such things, wherever something can be written.
final class HostileScene {
    static final String CHANNEL = "hostile";
    static final String THREAD = "thread_hostile";

    /// Where they meet on the network.
    static final String ALLEY = "alley";

    /// The names of agents, nodes and actions are theirs, too.
    static final String ACTION = Hostile.some(1);

    private static final String ALL = Api.quoted(Hostile.all());

    private final Workspace workspace;
    private final Api api;
    private final List<String> tokens = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private String hearer = "";

    HostileScene(Stage stage) {
        workspace = new Workspace(stage, Hostile.some(1));
        api = workspace.api();
        agents();
        nodes();
        conversation();
        deliveries();
        files();
        actions();
        network();
    }

    Workspace workspace() {
        return workspace;
    }

    /// One of the messages, with reactions, receipts and replies.
    String message() {
        return messages.getFirst();
    }

    /// The session for which all of that waits.
    String hearer() {
        return hearer;
    }

    private void agents() {
        for (int i = 0; i < Hostile.CORPUS.size(); i++) {
            String more =
                    ",\"persona\":%s,\"metadata\":{%s:%s}"
                            .formatted(ALL, Hostile.quoted(i), Hostile.quoted(i + 1));
            tokens.add(workspace.agent(Hostile.some(i), more));
            api.post(
                    "/v1/agents/" + Api.part(Hostile.some(i)) + "/events",
                    workspace.key(),
                    "{\"type\":\"log\",\"payload\":{\"text\":%s}}".formatted(ALL));
        }
    }

    private void nodes() {
        for (int i = 0; i < Hostile.CORPUS.size(); i++) {
            api.post(
                    "/v1/nodes",
                    workspace.key(),
                    "{\"name\":%s,\"version\":%s,\"machine_id\":%s,\"tags\":[%s]}"
                            .formatted(
                                    Hostile.quoted(i),
                                    Hostile.quoted(i + 1),
                                    Hostile.quoted(i + 2),
                                    Hostile.quoted(i + 3)));
        }
        api.post(
                "/v1/nodes/" + Api.part(Hostile.some(0)) + "/agents",
                workspace.key(),
                "{\"agent_name\":%s}".formatted(Hostile.quoted(0)));
    }

    private void conversation() {
        workspace.channel(CHANNEL, Hostile.all(), tokens.get(0), tokens.subList(1, 4));
        for (int i = 0; i < Hostile.CORPUS.size(); i++) {
            say(Hostile.some(i), i);
        }
        Hostile.TEXTS.forEach(text -> say(text, 0));
        for (int i = 0; i < Hostile.CORPUS.size(); i++) {
            if (Hostile.some(i).length() <= 64) {
                api.post(
                        "/v1/messages/" + message() + "/reactions",
                        tokens.get(1),
                        "{\"emoji\":" + Hostile.quoted(i) + "}");
            }
        }
        api.post("/v1/messages/" + message() + "/replies", tokens.get(1), "{\"text\":" + ALL + "}");
        api.post(
                "/v1/dm",
                tokens.get(1),
                "{\"to\":%s,\"text\":%s}".formatted(Hostile.quoted(2), ALL));
        api.post(
                "/v1/webhooks",
                workspace.key(),
                "{\"name\":%s,\"channel\":\"%s\"}".formatted(Hostile.quoted(1), CHANNEL));
    }

    private void say(String text, int metadata) {
        messages.add(
                api.post(
                                "/v1/channels/" + CHANNEL + "/messages",
                                tokens.get(0),
                                "{\"text\":%s,\"data\":{%s:%s}}"
                                        .formatted(
                                                Api.quoted(text),
                                                Hostile.quoted(metadata),
                                                Hostile.quoted(metadata)))
                        .path("id")
                        .asString());
    }

    /// One is refused for good, one is put off, one was taken on, each with such a reason.
    private void deliveries() {
        String token = tokens.get(2);
        JsonNode open = workspace.open(token);
        settle(token, open.get(0), "{\"status\":\"failed\",\"retryable\":false,\"reason\":%s}");
        settle(
                token,
                open.get(1),
                "{\"status\":\"deferred\",\"available_at\":\"2099-01-01T00:00:00Z\",\"reason\":%s}");
        settle(token, open.get(2), "{\"status\":\"failed\",\"retryable\":true,\"reason\":%s}");
        settle(token, open.get(3), "{\"status\":\"accepted\",\"metadata\":{\"x\":%s}}");
        workspace.hopeless(tokens.get(1), Hostile.some(2), token, Hostile.all(), Hostile.all());
    }

    private void settle(String token, JsonNode delivery, String receipt) {
        api.post(
                "/v1/deliveries/" + delivery.path("id").asString() + "/receipt",
                token,
                receipt.formatted(ALL));
    }

    private void files() {
        String token = tokens.get(1);
        JsonNode upload =
                api.post(
                        "/v1/files/upload",
                        token,
                        "{\"filename\":%s,\"content_type\":\"text/html\",\"size_bytes\":5}"
                                .formatted(Hostile.quoted(0)));
        api.put(upload.path("upload_url").asString(), "pwned");
        String file = upload.path("id").asString();
        api.post("/v1/files/" + file + "/complete", token, "{}");
        api.post(
                "/v1/channels/" + CHANNEL + "/messages",
                token,
                "{\"text\":\"a file, pwned\",\"attachments\":[\"%s\"]}".formatted(file));
    }

    private void actions() {
        String handler = tokens.get(3);
        api.post(
                "/v1/actions",
                handler,
                """
                {"name":%s,"description":%s,"handler_agent":%s,"queue":true,
                 "input_schema":{"type":"object","title":%s,"properties":{
                   %s:{"type":"string","title":%s,"description":%s,"maxLength":20,"pattern":".*"},
                   "choice":{"enum":[%s,%s,{"pwned":1}],"description":%s},
                   "inner":{"type":"object","title":%s,"properties":{"__proto__":{"type":"number","title":%s}}},
                   "list":{"type":"array","items":{"type":"string"},"title":%s},
                   "any":{"description":%s}}},
                 "output_schema":{"type":"object","description":%s}}
                """
                        .formatted(
                                Api.quoted(ACTION),
                                ALL,
                                Hostile.quoted(3),
                                ALL,
                                Hostile.quoted(0),
                                ALL,
                                ALL,
                                ALL,
                                Hostile.quoted(5),
                                ALL,
                                ALL,
                                ALL,
                                ALL,
                                ALL,
                                ALL));
        result("{\"output\":{%s:%s}}".formatted(Hostile.quoted(0), ALL));
        result("{\"error\":%s,\"details\":{\"x\":%s}}".formatted(ALL, ALL));
    }

    private void result(String body) {
        String path = "/v1/actions/" + Api.part(ACTION);
        String invocation =
                api.post(path + "/invoke", tokens.get(1), "{\"input\":{\"any\":" + ALL + "}}")
                        .path("invocation_id")
                        .asString();
        api.post(path + "/invocations/" + invocation + "/complete", tokens.get(3), body);
    }

    private void network() {
        String speaker = workspace.join(ALLEY, Hostile.some(0), card(0));
        String peer = ",\"peer_id\":\"mallory\"" + card(17);
        hearer = workspace.join(ALLEY, Hostile.some(1), peer);
        String place = "\"surface\":\"thread\",\"thread_id\":\"" + THREAD + "\"";
        List<String> texts = new ArrayList<>(Hostile.CORPUS);
        texts.addAll(Hostile.TEXTS);
        for (String text : texts) {
            String body = ",\"body\":{\"text\":%s}".formatted(Api.quoted(text));
            workspace.tell(speaker, "say", place + body);
        }
        String asked =
                ",\"to\":\"mallory\",\"work_id\":\"w-pwned\",\"body\":{\"text\":" + ALL + "}";
        workspace.tell(speaker, "say", place + asked);
        workspace.tell(
                hearer,
                "trace",
                place
                        + ",\"to\":\"%s\",\"work_id\":\"w-pwned\",\"body\":{\"state\":\"working\",\"message\":%s}"
                                .formatted(peerOf(speaker), ALL));
    }

    private static String card(int number) {
        return ",\"display_name\":%s,\"summary\":%s,\"capabilities\":[{\"id\":\"pwned\",\"summary\":%s}]"
                .formatted(
                        Hostile.quoted(number),
                        Hostile.quoted(number + 1),
                        Hostile.quoted(number + 2));
    }

    private String peerOf(String session) {
        for (JsonNode one : api.get("/v1/network/sessions", workspace.key())) {
            if (one.path("session_id").asString().equals(session)) {
                return one.path("peer_id").asString();
            }
        }
        throw new IllegalStateException("no session " + session);
    }
}
