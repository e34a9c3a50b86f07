package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a message of Feishu says, as a text that people can read. Its content is JSON within a text.
final class FeishuContent {
    private final Json json;

    FeishuContent(Json json) {
        this.json = json;
    }

    @Nullable String flat(JsonNode message) {
        String written = Peek.text(message, "/content");
        if (written == null) {
            return null;
        }
        try {
            return flat(Peek.textOr(message, "/message_type", "text"), json.tree(written), written);
        } catch (JsonFault _) {
            return written;
        }
    }

    private static String flat(String kind, JsonNode content, String written) {
        return switch (kind) {
            case "text" -> Peek.textOr(content, "/text", written);
            case "post" -> post(content);
            case "image" -> "[image:" + Peek.textOr(content, "/image_key", "") + "]";
            case "file", "audio", "video", "media" ->
                    "["
                            + kind
                            + ":"
                            + Objects.requireNonNullElse(
                                    Peek.text(content, "/file_key", "/image_key"), "")
                            + "]";
            case "interactive" -> "[interactive card]";
            default -> "[" + kind + "]";
        };
    }

    /// The title and the lines; of several languages the first.
    private static String post(JsonNode content) {
        JsonNode post =
                content.path("content").isArray()
                        ? content
                        : content.values().stream()
                                .filter(language -> language.path("content").isArray())
                                .findFirst()
                                .orElse(content);
        List<String> lines = new ArrayList<>();
        String title = Peek.textOr(post, "/title", "");
        if (!title.isBlank()) {
            lines.add(title);
        }
        for (JsonNode line : post.path("content").values()) {
            lines.add(
                    line.values().stream().map(FeishuContent::piece).collect(Collectors.joining()));
        }
        return String.join("\n", lines);
    }

    private static String piece(JsonNode piece) {
        return switch (Peek.textOr(piece, "/tag", "")) {
            case "text", "md", "code_block" -> Peek.textOr(piece, "/text", "");
            case "a" ->
                    Peek.textOr(piece, "/text", "") + " (" + Peek.textOr(piece, "/href", "") + ")";
            case "at" ->
                    "@"
                            + Objects.requireNonNullElse(
                                    Peek.text(piece, "/user_name", "/user_id"), "");
            case "img" -> "[image:" + Peek.textOr(piece, "/image_key", "") + "]";
            case "media" -> "[media:" + Peek.textOr(piece, "/file_key", "") + "]";
            case "emotion" -> "[" + Peek.textOr(piece, "/emoji_type", "emotion") + "]";
            case "hr" -> "---";
            default -> "";
        };
    }
}
