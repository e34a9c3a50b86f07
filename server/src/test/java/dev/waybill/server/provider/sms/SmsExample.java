package dev.waybill.server.provider.sms;

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

/// A sender of text messages as it answers when all is well.
public final class SmsExample extends HttpExample {
    static final String SEND = "POST /2010-04-01/Accounts/AC1/Messages.json";

    private final Provider provider = new Sms(new Json(JsonLimits.STORED), InstantSource.system());

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return credential("from", "+15005550006");
    }

    Credential credential(String field, String value) {
        return new Credential(
                "phones",
                Map.of(
                        "account-sid",
                        "AC1",
                        "auth-token",
                        "token-of-the-account",
                        "base-url",
                        stub.url() + "/",
                        field,
                        value),
                true);
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        return at(surface, "+4915112345678", null);
    }

    @Override
    protected List<Happy> calls() {
        return List.of(
                new Happy(
                        SEND,
                        201,
                        "{\"sid\":\"SM1\",\"status\":\"queued\",\"to\":\"+4915112345678\",\"error_code\":null}"));
    }
}
