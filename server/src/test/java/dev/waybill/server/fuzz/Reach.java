package dev.waybill.server.fuzz;

import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Requests of somebody who tries names and ids that are not theirs in every place of a route.
record Reach(World own, Samples samples, UnaryOperator<String> foreign, List<String> names) {
    private static final List<String> TARGETS =
            List.of("channel", "to", "conversation_id", "reply_to", "from");

    List<Attack> through(Operation route, Credential kind, String token) {
        Map<String, String> required = samples.required(route);
        String body = route.takesBody() ? Samples.object(required) : null;
        List<Attack> attacks = new ArrayList<>();
        attacks.add(
                Attack.of(route.method(), route.filled(foreign), token, body).because(kind.name()));
        if (!kind.opens(route)) {
            return attacks;
        }
        for (String name : names) {
            for (String place : route.collections()) {
                String path = route.filled(c -> c.equals(place) ? name : foreign.apply(c));
                attacks.add(Attack.of(route.method(), path, token, body).because(kind.name()));
            }
            for (String query : route.query()) {
                String path = route.filled(own::member) + "?" + query + "=" + name;
                attacks.add(Attack.of(route.method(), path, token, body).because(kind.name()));
            }
            if (!route.method().equals("DELETE")) {
                attacks.addAll(bodies(route, kind, token, name));
            }
        }
        return attacks;
    }

    /// What a batch may name, which its schema does not tell.
    List<Attack> batches(String token) {
        List<Attack> attacks = new ArrayList<>();
        for (String name : names) {
            for (String target : TARGETS) {
                String item = "{\"text\":\"words\",\"%s\":\"%s\"}".formatted(target, name);
                attacks.add(
                        Attack.post("/v1/messages/batch", token, "{\"messages\":[" + item + "]}"));
            }
        }
        return attacks;
    }

    private List<Attack> bodies(Operation route, Credential kind, String token, String name) {
        List<Attack> attacks = new ArrayList<>();
        Map<String, String> required = samples.required(route);
        for (Map.Entry<String, String> field : samples.all(route).entrySet()) {
            String word = "\"" + name + "\"";
            String value = field.getValue().startsWith("[") ? "[" + word + "]" : word;
            String body = Samples.object(required, field.getKey(), value);
            attacks.add(
                    Attack.of(route.method(), route.filled(own::member), token, body)
                            .because(kind.name()));
            attacks.add(
                    Attack.of(route.method(), route.filled(foreign), token, body)
                            .because(kind.name()));
        }
        return attacks;
    }
}
