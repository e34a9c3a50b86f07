package dev.waybill.server.provider.discord;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.HttpExample;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Discord as it answers when all is well.
public final class DiscordExample extends HttpExample {
    static final String SEND = "POST /api/v10/webhooks/77/token-of-the-webhook";

    private final Provider provider =
            new Discord(new Json(JsonLimits.STORED), InstantSource.system());

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return new Credential(
                "hook",
                Map.of("webhook-token", "token-of-the-webhook", "base-url", stub.url()),
                true);
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        return at(surface, "77", null);
    }

    @Override
    protected List<Happy> calls() {
        return List.of(new Happy(SEND, 200, "{\"id\":\"9001\",\"channel_id\":\"42\"}"));
    }
}
