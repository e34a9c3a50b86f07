package dev.waybill.server.provider.feishu;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Urls;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// Writes the requests. What a message says goes into its request as text that is JSON itself.
final class Letter {
    private static final Map<String, String> RECEIVERS =
            Map.of("oc_", "chat_id", "ou_", "open_id", "on_", "union_id");

    private static final int MAX_TEXT = 150 << 10;
    private static final int MAX_RICH = 30 << 10;

    private final JsonApi api;
    private final App app;
    private final Job job;

    Letter(JsonApi api, App app, Job job) {
        this.api = api;
        this.app = app;
        this.job = job;
    }

    /// Whether what it says is longer than Feishu takes.
    boolean tooLong() {
        int length =
                switch (job.operation().name()) {
                    case "send_post" -> post().getBytes(UTF_8).length - MAX_RICH;
                    case "send_card" -> card().getBytes(UTF_8).length - MAX_RICH;
                    case "send_text", "update_text" -> text().getBytes(UTF_8).length - MAX_TEXT;
                    default -> 0;
                };
        return length > 0;
    }

    Request request() {
        return switch (job.operation().name()) {
            case "send_text" -> message("text", text());
            case "send_post" -> message("post", post());
            case "send_card" -> message("interactive", card());
            case "add_reaction" -> reaction();
            case "update_text" -> Request.json("PUT", own(), api.text(content("text", text())));
            case "recall_message" -> new Request("DELETE", own(), Map.of(), null);
            default -> throw new IllegalArgumentException("no operation " + job.operation().name());
        };
    }

    private Request message(String type, String content) {
        ObjectNode body = Json.emptyObject();
        String url = Urls.at(app.base(), "im", "v1", "messages");
        if (job.surface().name().equals(Places.CHAT)) {
            String receiver = RECEIVERS.getOrDefault(job.target().substring(0, 3), "chat_id");
            url = url + "?receive_id_type=" + receiver;
            body.put("receive_id", job.target());
        } else {
            url = Urls.at(url, job.target(), "reply");
        }
        body.setAll(content(type, content));
        if (job.surface().name().equals(Places.REPLY) && inThread()) {
            body.put("reply_in_thread", true);
        }
        body.put("uuid", job.input().path("uuid").asString(job.deliveryId()));
        return Request.json("POST", url, api.text(body));
    }

    private boolean inThread() {
        return job.input().path("replyInThread").asBoolean(false)
                || job.input().path("reply_in_thread").asBoolean(false);
    }

    private Request reaction() {
        ObjectNode body = Json.emptyObject();
        body.putObject("reaction_type").put("emoji_type", job.text("emojiType"));
        String url = Urls.at(app.base(), "im", "v1", "messages", job.target(), "reactions");
        return Request.json("POST", url, api.text(body));
    }

    /// The address of the message that the handle names.
    private String own() {
        return Urls.at(app.base(), "im", "v1", "messages", job.target());
    }

    private static ObjectNode content(String type, String content) {
        ObjectNode body = Json.emptyObject();
        body.put("msg_type", type);
        body.put("content", content);
        return body;
    }

    private String text() {
        return api.text(Json.emptyObject().put("text", PlainText.of(job.text("text"))));
    }

    private String post() {
        ObjectNode localized = Json.emptyObject();
        localized.put("title", job.text("title"));
        localized.set("content", job.input().path("content"));
        ObjectNode post = Json.emptyObject();
        post.set(job.input().path("locale").asString("zh_cn"), localized);
        return api.text(post);
    }

    private String card() {
        return api.text(job.input().path("card"));
    }
}
