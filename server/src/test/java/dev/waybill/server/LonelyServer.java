package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// A server in a process of its own, to which every provider was made known by settings alone; it says something at each of
/// them, tells what came of it, and ends.
final class LonelyServer {
    static final List<DeliveryHandle> PLACES =
            List.of(
                    at("github", "issue_comment", "o/r#1"),
                    at("feishu", "chat_message", "oc_1"),
                    at("email", "message_send", "ada@example.com"),
                    at("slack", "channel_message", "C1"),
                    at("sms", "phone", "+4915112345678"),
                    at("matrix", "room_message", "!room:example.org"),
                    at("discord", "webhook", "77"),
                    at("telegram", "chat_message", "-100200"),
                    at("tracker", "ticket", "T-7"));

    private LonelyServer() {}

    private static DeliveryHandle at(String provider, String surface, String target) {
        return new DeliveryHandle(provider, surface, target, null, null);
    }

    /// Words: the data folder, where the providers are, the port of the mail server, and the file of declarations.
    public static void main(String[] words) {
        try (WholeServer server =
                WholeServer.start(
                        TestEngine.SQLITE,
                        Path.of(words[0]),
                        new ProvidersConfig(
                                credentials(words[1], words[2]),
                                null,
                                Path.of(words[3]),
                                false,
                                List.of()))) {
            System.out.println("path " + System.getenv("PATH") + ".");
            for (DeliveryHandle place : PLACES) {
                System.out.println("said " + place.provider() + " " + said(server, place));
            }
        }
        System.out.flush();
    }

    private static String said(WholeServer server, DeliveryHandle place) {
        ObjectNode body = Json.emptyObject();
        body.putObject("deliveryHandle")
                .put("provider", place.provider())
                .put("surface", place.surface())
                .put("targetRef", place.targetRef());
        body.putObject("payload").put("text", "ok");
        WholeServer.Reply reply =
                server.post("/deliveries/send", server.workspaceKey(), body.toString());
        return reply.status() == 200
                ? reply.body().path("status").asString()
                : reply.response().body();
    }

    private static Map<String, Map<String, String>> credentials(String url, String mailPort) {
        return Map.of(
                "github", Map.of("token", "t0ken", "base-url", url),
                "feishu", Map.of("app-id", "cli_1", "app-secret", "s3cret", "base-url", url),
                "slack", Map.of("token", "xoxb-1", "base-url", url),
                "sms",
                        Map.of(
                                "account-sid", "AC1",
                                "auth-token", "t0ken",
                                "from", "+15005550006",
                                "base-url", url),
                "matrix", Map.of("base-url", url, "access-token", "t0ken"),
                "discord", Map.of("webhook-token", "t0ken", "base-url", url),
                "telegram", Map.of("token", "123456:token-for_tests", "base-url", url),
                "email",
                        Map.of(
                                "host", "127.0.0.1",
                                "port", mailPort,
                                "security", "none",
                                "from", "bot@example.org"));
    }
}
