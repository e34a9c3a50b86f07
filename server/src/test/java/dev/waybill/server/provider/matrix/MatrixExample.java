package dev.waybill.server.provider.matrix;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.HttpExample;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// A homeserver as it answers when all is well.
public final class MatrixExample extends HttpExample {
    static final String ROOM = "PUT /_matrix/client/v3/rooms/%21room%3Aexample.org/send/";
    static final String SEND = ROOM + "m.room.message/" + Jobs.DELIVERY;
    static final String REACT = ROOM + "m.reaction/" + Jobs.DELIVERY;

    private final Provider provider =
            new Matrix(new Json(JsonLimits.STORED), InstantSource.system());

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return new Credential(
                "bot", Map.of("base-url", stub.url(), "access-token", "token-of-a-user"), true);
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        return at(surface, "!room:example.org", "$begin/1");
    }

    @Override
    protected List<Happy> calls() {
        return List.of(
                new Happy(SEND, 200, "{\"event_id\":\"$made\"}"),
                new Happy(REACT, 200, "{\"event_id\":\"$made\"}"));
    }
}
