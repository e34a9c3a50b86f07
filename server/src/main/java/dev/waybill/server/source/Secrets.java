package dev.waybill.server.source;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Keeps secrets out of configurations that anybody in the workspace can read.
final class Secrets {
    private static final List<String> WORDS =
            List.of(
                    "secret",
                    "password",
                    "passwd",
                    "token",
                    "privatekey",
                    "apikey",
                    "encryptkey",
                    "authorization");
    private static final int MOST = 16_384;

    private Secrets() {}

    /// Refuses where a field is named like a secret. One that names a credential is called `…Ref`.
    static void refuse(@Nullable JsonNode config) {
        if (config == null) {
            return;
        }
        if (config.toString().length() > MOST) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "config is longer than " + MOST + " characters");
        }
        look(config);
    }

    private static void look(JsonNode node) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            String name = field.getKey().toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
            if (!name.endsWith("ref") && WORDS.stream().anyMatch(name::contains)) {
                throw new Refusal(
                        Reason.INVALID_REQUEST,
                        "config."
                                + field.getKey()
                                + " looks like a secret; keep it as a credential and name that in configRef");
            }
            look(field.getValue());
        }
        if (node.isArray()) {
            node.forEach(Secrets::look);
        }
    }
}
