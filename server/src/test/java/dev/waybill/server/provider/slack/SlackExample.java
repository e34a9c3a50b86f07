package dev.waybill.server.provider.slack;

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

/// Slack as it answers when all is well.
public final class SlackExample extends HttpExample {
    static final String POST = "POST /api/chat.postMessage";
    static final String REACT = "POST /api/reactions.add";
    static final String HOOK = "POST /services/T1/B1/hook-secret";

    private final Provider provider =
            new Slack(new Json(JsonLimits.STORED), InstantSource.system());

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return new Credential(
                "work",
                Map.of(
                        "token",
                        "bot-token-for-tests",
                        "webhook-url",
                        stub.url() + "/services/T1/B1/hook-secret",
                        "base-url",
                        stub.url()),
                true);
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        boolean hook = surface.name().equals(Places.HOOK);
        return at(surface, hook ? "general" : "C1", hook ? null : "1700000000.000100");
    }

    @Override
    protected List<Happy> calls() {
        return List.of(
                new Happy(
                        POST,
                        200,
                        "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"1700000001.000200\",\"message\":{}}"),
                new Happy(REACT, 200, "{\"ok\":true}"),
                new Happy(HOOK, 200, "ok"));
    }
}
