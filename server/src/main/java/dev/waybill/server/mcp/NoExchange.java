package dev.waybill.server.mcp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// For requests that are answered at once: there is nobody to talk to meanwhile.
enum NoExchange implements Exchange {
    INSTANCE;

    @Override
    public boolean wanted() {
        return true;
    }

    @Override
    public boolean attended() {
        return true;
    }

    @Override
    public void progress(double done, @Nullable Double total, String message) {}

    @Override
    public void log(String level, JsonNode data) {}

    @Override
    public boolean can(String capability) {
        return false;
    }

    @Override
    public List<ObjectNode> ask(List<Question> questions) {
        throw new RpcFault(RpcCode.INVALID_REQUEST, "The host cannot be asked here");
    }

    @Override
    public void release() {}
}
