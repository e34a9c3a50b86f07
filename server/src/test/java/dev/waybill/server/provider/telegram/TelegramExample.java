package dev.waybill.server.provider.telegram;

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

/// Telegram as it answers when all is well.
public final class TelegramExample extends HttpExample {
    static final String TOKEN = "123456:token-for_tests";
    static final String SEND = "POST /bot" + TOKEN + "/sendMessage";
    static final String REACT = "POST /bot" + TOKEN + "/setMessageReaction";

    private final Provider provider =
            new Telegram(new Json(JsonLimits.STORED), InstantSource.system());

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return new Credential("bot", Map.of("token", TOKEN, "base-url", stub.url()), true);
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        return at(surface, "-100200", surface.name().equals(Places.REPLY) ? "7" : null);
    }

    @Override
    protected List<Happy> calls() {
        return List.of(
                new Happy(
                        SEND,
                        200,
                        "{\"ok\":true,\"result\":{\"message_id\":8,\"chat\":{\"id\":-100200}}}"),
                new Happy(REACT, 200, "{\"ok\":true,\"result\":true}"));
    }
}
