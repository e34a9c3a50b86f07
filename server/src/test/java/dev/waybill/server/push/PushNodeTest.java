package dev.waybill.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.config.DatabaseTarget;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What nodes of kind http_push may be like, and where they may lead.
@Timeout(60)
class PushNodeTest {
    @TempDir private Path folder;
    private PushRelay relay;

    @BeforeEach
    void start() {
        relay = PushRelay.start(TestEngine.SQLITE, folder);
    }

    @AfterEach
    void stop() {
        relay.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|delivery.url",
                "{'url':7}|delivery.url",
                "{'url':'http://127.0.0.1/','ack_mode':'auto'}|'auto'",
                "{'url':'http://127.0.0.1/','use_proxy':true}|delivery.use_proxy",
                "{'url':'http://127.0.0.1/','auth':'none'}|delivery.auth",
                "{'url':'http://127.0.0.1/','auth':{'type':'digest'}}|'digest'",
                "{'url':'http://127.0.0.1/','auth':{'type':'bearer'}}|token",
                "{'url':'http://127.0.0.1/','auth':{'type':'bearer','token':'[redacted]'}}|token",
                "{'url':'http://127.0.0.1/','auth':{'type':'bearer','token':'a\\r\\nX: y'}}|token",
                "{'url':'http://127.0.0.1/','auth':{'type':'static_headers','headers':{}}}|headers",
                "{'url':'http://127.0.0.1/','auth':{'type':'static_headers','headers':{'A b':'c'}}}|'A b'",
                "{'url':'http://127.0.0.1/','auth':{'type':'static_headers','headers':{'a':'c\\n'}}}|a is not",
                "{'url':'http://127.0.0.1/','auth':{'type':'static_headers','headers':{'Webhook-Id':'c'}}}|Webhook-Id",
                "{'url':'http://127.0.0.1/','auth':{'type':'static_headers','headers':{'content-type':'c'}}}|content-type",
                "{'url':'http://127.0.0.1/','auth':{'type':'static_headers','headers':{'X-Relaycast-A':'c'}}}|X-Relaycast-A",
                "{'url':'http://127.0.0.1/','auth':{'type':'hmac_sha256'}}|secret",
                "{'url':'http://127.0.0.1/','auth':{'type':'hmac_sha256','secret':'s','encoding':'rot13'}}|'rot13'",
                "{'url':'http://127.0.0.1/','auth':{'type':'hmac_sha256','secret':'s','signed_payload':'x'}}|'x'",
                "{'url':'http://127.0.0.1/','auth':{'type':'hmac_sha256','secret':'s','signature_header':'Host'}}|Host",
                "{'url':'http://127.0.0.1/','auth':{'type':'standard_webhooks','secret':'abc'}}|whsec_",
                "{'url':'http://127.0.0.1/','auth':{'type':'standard_webhooks','secret':'whsec_!!'}}|base64"
            })
    void what_is_not_right_is_named(String delivery, String named) {
        WholeServer.Reply reply = create(delivery);

        reply.isRefused(400, "invalid_node_delivery");
        assertThat(reply.response().body()).contains(named);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://127.0.0.1/",
                "http://10.0.0.1/",
                "http://169.254.169.254/latest/meta-data",
                "http://[::1]/",
                "http://[fd00::1]/",
                "http://localhost.internal/",
                "http://user:secret@127.0.0.1/",
                "not a url"
            })
    void what_leads_where_it_should_not_is_refused(String url) {
        create("{'url':'" + url + "'}").isRefused(400, "unsafe_node_delivery_url");
    }

    @Test
    void a_node_needs_an_address_and_others_have_none() {
        relay.server()
                .post("/v1/nodes", relay.key(), "{\"name\":\"a\",\"kind\":\"http_push\"}")
                .isRefused(400, "invalid_node_delivery");
        relay.server()
                .post(
                        "/v1/nodes",
                        relay.key(),
                        "{\"name\":\"a\",\"delivery\":{\"url\":\"http://127.0.0.1/\"}}")
                .isRefused(400, "invalid_node_delivery");
        relay.server()
                .post("/v1/nodes", relay.key(), "{\"name\":\"a\",\"kind\":\"poll\"}")
                .isRefused(400, "invalid_node_delivery");
    }

    @Test
    void defaults_are_those_of_the_protocol_and_kept_when_left_out() {
        JsonNode made = create("{'url':'http://127.0.0.1:1/x','ack_mode':'on_2xx'}").data();

        JsonNode again =
                relay.server().post("/v1/nodes", relay.key(), "{\"name\":\"hook\"}").data();

        assertThat(made.path("role").asString()).isEqualTo("direct");
        assertThat(made.path("max_agents").asInt()).isEqualTo(1);
        assertThat(made.path("live").asBoolean()).isTrue();
        assertThat(made.path("delivery_adapter").asString()).isEqualTo("http.basic.v1");
        assertThat(made.path("delivery").path("auth").path("type").asString()).isEqualTo("none");
        assertThat(again.path("id")).isEqualTo(made.path("id"));
        assertThat(again.path("kind").asString()).isEqualTo("http_push");
        assertThat(again.path("delivery")).isEqualTo(made.path("delivery"));
        JsonNode changed = create("{'url':'http://127.0.0.1:2/y'}").data().path("delivery");
        assertThat(changed.path("ack_mode").asString()).isEqualTo("manual");
    }

    @Test
    void one_that_hosts_one_agent_takes_no_other() {
        create("{'url':'http://127.0.0.1:1/'}").data();
        relay.agent("bob");
        relay.agent("carl");
        relay.bind("hook", "bob");

        relay.server()
                .post("/v1/nodes/hook/agents", relay.key(), "{\"agent_name\":\"carl\"}")
                .isRefused(409, "node_capacity_exceeded");
        relay.server()
                .post(
                        "/v1/nodes",
                        relay.key(),
                        "{\"name\":\"x\",\"kind\":\"http_push\",\"role\":\"direct\",\"max_agents\":2,"
                                + "\"delivery\":{\"url\":\"http://127.0.0.1/\"}}")
                .isRefused(400, "direct_node_capacity_exceeded");
    }

    @Test
    void an_address_that_is_not_allowed_any_more_is_not_called() {
        Hook hook = Hook.start();
        Path data = folder.resolve("other");
        DatabaseTarget database = TestEngine.POSTGRES.freshDatabase();
        PushRelay lenient = PushRelay.start(database, data, PushRelay.QUICK);
        String bob = lenient.agent("bob");
        lenient.node("hook", hook.url(), "on_2xx", "{\"type\":\"none\"}");
        lenient.tell("bob", "one");

        try (WholeServer strict =
                WholeServer.start(
                        database,
                        1,
                        folder.resolve("strict"),
                        OutboundConfig.DEFAULTS,
                        PushRelay.QUICK)) {
            lenient.server().stop();
            strict.post("/v1/nodes/hook/agents", lenient.key(), "{\"agent_name\":\"bob\"}").data();

            WholeServer.await(
                    "the refusal",
                    () ->
                            strict.get("/v1/deliveries", bob)
                                    .data()
                                    .path(0)
                                    .path("last_dispatch_error")
                                    .asString("")
                                    .equals("unsafe http_push delivery url"));
            assertThat(hook.posted()).isEmpty();
        } finally {
            lenient.close();
            hook.close();
        }
    }

    private WholeServer.Reply create(String delivery) {
        return relay.server()
                .post(
                        "/v1/nodes",
                        relay.key(),
                        PushRelay.node("hook", delivery.replace('\'', '"')));
    }
}
