package dev.waybill.sdk;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.node.NodeRole;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Comes in as a node that hosts many agents; its token is asked for once and used until it is refused.
final class HostDoor implements Door {
    private final Api api;
    private final String name;
    private final Seats seats;
    private volatile @Nullable Pass known;

    HostDoor(Api api, String name, Seats seats) {
        this.api = api.within(api.endpoint().options().connectTimeout());
        this.name = name;
        this.seats = seats;
    }

    @Override
    public Pass pass() {
        Pass pass = known;
        if (pass == null) {
            pass = enrolled();
            known = pass;
        }
        return pass;
    }

    @Override
    public void refused() {
        known = null;
    }

    @Override
    public ObjectNode introduction(Pass pass) {
        return Frames.register(pass, 0);
    }

    /// Says whom it still hosts, so that they count as present, wherever the server has been meanwhile.
    @Override
    public Optional<ObjectNode> greeting() {
        List<AgentIdentity> agents = seats.agents();
        return agents.isEmpty() ? Optional.empty() : Optional.of(Frames.inventory(agents));
    }

    private Pass enrolled() {
        ObjectNode wanted =
                Json.emptyObject()
                        .put("name", name)
                        .put("kind", "ws")
                        .put("role", NodeRole.BROKER.wire());
        JsonNode node = api.ask(Call.post("nodes").with(wanted));
        return new Pass(
                node.path("id").asString(""),
                node.path("name").asString(name),
                node.path("token").asString(""));
    }
}
