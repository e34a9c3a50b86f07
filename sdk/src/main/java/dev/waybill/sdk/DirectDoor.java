package dev.waybill.sdk;

import dev.waybill.protocol.node.NodeToken;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Comes in as an agent's own session.
record DirectDoor(Api api) implements Door {
    @Override
    public Pass pass() {
        NodeToken given = hurried().ask(Call.post("agent", "node-token"), NodeToken.class);
        return new Pass(given.nodeId().value(), given.nodeName(), given.token());
    }

    private Api hurried() {
        return api.within(api.endpoint().options().connectTimeout());
    }

    @Override
    public void refused() {}

    @Override
    public ObjectNode introduction(Pass pass) {
        return Frames.register(pass, 1, "implicit", "direct");
    }

    @Override
    public Optional<ObjectNode> greeting() {
        return Optional.empty();
    }
}
