package dev.waybill.server.provider.feishu;

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

/// Feishu as it answers when all is well.
public final class FeishuExample extends HttpExample {
    static final String TOKEN = "POST /open-apis/auth/v3/tenant_access_token/internal";
    static final String REPLY = "POST /open-apis/im/v1/messages/om_1/reply";
    static final String SEND = "POST /open-apis/im/v1/messages";

    static final String GRANTED =
            """
            {"code":0,"msg":"ok","tenant_access_token":"t-g1044example","expire":7200}""";
    static final String SENT =
            """
            {"code":0,"msg":"success","data":{"message_id":"om_2","root_id":"om_1","parent_id":"om_1",\
            "thread_id":"omt_3","msg_type":"text","chat_id":"oc_4","body":{"content":"{}"}}}""";

    private final Provider provider;

    public FeishuExample() {
        this(InstantSource.system());
    }

    FeishuExample(InstantSource clock) {
        this.provider = new Feishu(new Json(JsonLimits.STORED), clock);
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public Credential credential() {
        return new Credential(
                "work",
                Map.of(
                        "app-id", "cli_a1",
                        "app-secret", "shhh-very-secret",
                        "base-url", stub.url()),
                true);
    }

    @Override
    public DeliveryHandle handle(Surface surface, Operation operation) {
        return at(surface, surface.name().equals(Places.REPLY) ? "om_1" : "oc_4", null);
    }

    @Override
    public List<String> words() {
        return List.of("om_1");
    }

    @Override
    protected List<Happy> before() {
        return List.of(new Happy(TOKEN, 200, GRANTED));
    }

    @Override
    protected List<Happy> calls() {
        return List.of(
                new Happy(REPLY, 200, SENT),
                new Happy(SEND, 200, SENT),
                new Happy("PUT /open-apis/im/v1/messages/om_1", 200, SENT),
                new Happy("DELETE /open-apis/im/v1/messages/om_1", 200, "{\"code\":0,\"data\":{}}"),
                new Happy(
                        "POST /open-apis/im/v1/messages/om_1/reactions",
                        200,
                        "{\"code\":0,\"data\":{\"reaction_id\":\"r_1\"}}"));
    }
}
