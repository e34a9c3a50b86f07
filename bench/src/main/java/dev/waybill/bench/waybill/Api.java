package dev.waybill.bench.waybill;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Makes what a workload needs before it begins; nothing here is measured.
final class Api implements AutoCloseable {
    private static final int AT_ONCE = 16;

    private final Server server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Json json = new Json(JsonLimits.STORED);

    Api(Server server) {
        this.server = server;
    }

    /// An agent and its token.
    record Agent(String name, String token) {}

    static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
    }

    List<Agent> agents(String prefix, int count) {
        return each(count, number -> agent(prefix + number));
    }

    Agent agent(String name) {
        JsonNode made = post("/v1/agents", server.workspaceKey(), "{\"name\":\"" + name + "\"}");
        return new Agent(name, made.path("token").asString());
    }

    /// What the agent opens its own socket with.
    String nodeToken(Agent agent) {
        return post("/v1/agent/node-token", agent.token(), "{}").path("token").asString();
    }

    /// What a node that hosts agents opens its socket with.
    String brokerToken(String name) {
        return post(
                        "/v1/nodes",
                        server.workspaceKey(),
                        "{\"name\":\"" + name + "\",\"kind\":\"ws\",\"role\":\"broker\"}")
                .path("token")
                .asString();
    }

    void bind(String node, Agent agent) {
        post(
                "/v1/nodes/" + node + "/agents",
                server.workspaceKey(),
                "{\"agent_name\":\"" + agent.name() + "\"}");
    }

    void channel(String name, Agent creator, List<Agent> members) {
        post("/v1/channels", creator.token(), "{\"name\":\"" + name + "\"}");
        each(
                members.size(),
                number ->
                        post("/v1/channels/" + name + "/join", members.get(number).token(), "{}"));
    }

    JsonNode post(String path, String token, String body) {
        HttpRequest request =
                HttpRequest.newBuilder(address(path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try {
            var answer = http.send(request, BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(path + ": " + answer.body());
            }
            return json.tree(answer.body()).path("data");
        } catch (IOException e) {
            throw new IllegalStateException(path + " failed", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    }

    /// The same for all numbers below `count`, several at once.
    static <T> List<T> each(int count, IntFunction<T> task) {
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<T>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                all.add(threads.submit(() -> task.apply(number)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : all) {
                results.add(one.get());
            }
            return results;
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException("could not prepare", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
