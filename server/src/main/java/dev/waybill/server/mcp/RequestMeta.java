package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What a stateless request says about its host: with every request, because nothing is remembered.
record RequestMeta(
        ObjectNode capabilities, @Nullable LogLevel level, @Nullable JsonNode progressToken) {
    static final String VERSION = "io.modelcontextprotocol/protocolVersion";

    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    private static final String LEVEL = "io.modelcontextprotocol/logLevel";

    /// Checks the version, in the header and here, and reads the rest.
    static RequestMeta of(Visit visit, ObjectNode params) {
        String header =
                visit.header(Versions.HEADER)
                        .orElseThrow(
                                () ->
                                        StandardHeaders.mismatch(
                                                "The header MCP-Protocol-Version is missing"));
        if (!(params.get("_meta") instanceof ObjectNode meta)
                || !isText(meta.get(VERSION))
                || !(meta.get(CAPABILITIES) instanceof ObjectNode capabilities)) {
            throw RpcFault.invalid("_meta lacks " + VERSION + " or " + CAPABILITIES).as(400);
        }
        String version = Params.text(meta, VERSION);
        if (!version.equals(header)) {
            throw StandardHeaders.mismatch("MCP-Protocol-Version does not say what _meta says");
        }
        if (!version.equals(Versions.STATELESS)) {
            throw unsupported(version);
        }
        return new RequestMeta(capabilities, level(meta), meta.get("progressToken"));
    }

    boolean can(String capability) {
        return capabilities.has(capability);
    }

    private static @Nullable LogLevel level(ObjectNode meta) {
        return meta.has(LEVEL) ? LogLevel.of(Params.text(meta, LEVEL)) : null;
    }

    private static RpcFault unsupported(String version) {
        ObjectNode data = Json.emptyObject().put("requested", McpDispatcher.brief(version));
        Versions.ALL.forEach(data.putArray("supported")::add);
        return new RpcFault(
                RpcCode.UNSUPPORTED_VERSION, "This version of the protocol is not spoken", data);
    }

    private static boolean isText(@Nullable JsonNode node) {
        return node != null && node.isString();
    }
}
