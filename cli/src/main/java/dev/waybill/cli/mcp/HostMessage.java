package dev.waybill.cli.mcp;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One JSON-RPC message that a host has sent.
record HostMessage(String text, JsonNode tree) {
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";

    String method() {
        return tree.path("method").asString("");
    }

    @Nullable JsonNode id() {
        JsonNode id = tree.get("id");
        return id == null || id.isNull() ? null : id;
    }

    boolean isRequest() {
        return id() != null && tree.has("method");
    }

    /// The version that a request of the stateless line names; there is none in others.
    Optional<String> statelessVersion() {
        String version = tree.path("params").path("_meta").path(VERSION).asString("");
        return version.isEmpty() ? Optional.empty() : Optional.of(version);
    }

    /// What a request is about, where the stateless line wants that in a header.
    Optional<String> subject() {
        JsonNode params = tree.path("params");
        String subject =
                switch (method()) {
                    case "tools/call", "prompts/get" -> params.path("name").asString("");
                    case "resources/read" -> params.path("uri").asString("");
                    default -> "";
                };
        return subject.isEmpty() ? Optional.empty() : Optional.of(subject);
    }

    /// Whether it does no harm to send it twice.
    boolean repeatable() {
        return !method().equals("tools/call");
    }

    String parameter(String name) {
        return tree.path("params").path(name).asString("");
    }
}
