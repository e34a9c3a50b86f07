package dev.waybill.server.fuzz;

import java.util.List;

/// Every route that honours an idempotency key, with a body for it.
record KeyedRoutes(World world) {
    /// A route, and a body with a hole for some text.
    record Keyed(String path, String body) {
        Attack with(String token, String key, String text) {
            return Attack.post(path, token, body.formatted(text)).with("Idempotency-Key", key);
        }
    }

    List<Keyed> all() {
        String message = "{\"text\":\"%s\"}";
        String other = world.member("participants");
        return List.of(
                new Keyed("/v1/channels/" + world.member("channels") + "/messages", message),
                new Keyed("/v1/messages/" + world.member("messages") + "/replies", message),
                new Keyed("/v1/dm", "{\"to\":\"" + other + "\",\"text\":\"%s\"}"),
                new Keyed("/v1/dm/group", "{\"participants\":[\"" + other + "\"],\"name\":\"%s\"}"),
                new Keyed("/v1/dm/" + world.member("dm") + "/messages", message),
                new Keyed(
                        "/v1/actions/" + world.member("actions") + "/invoke",
                        "{\"input\":{\"k\":\"%s\"}}"));
    }

    /// One item of a batch.
    String item(String key, String text) {
        return "{\"messages\":[{\"channel\":\"%s\",\"text\":\"%s\",\"idempotency_key\":\"%s\"}]}"
                .formatted(world.member("channels"), text, key);
    }

    Attack batch(String key, String text) {
        return Attack.post("/v1/messages/batch", world.agent(), item(key, text));
    }
}
