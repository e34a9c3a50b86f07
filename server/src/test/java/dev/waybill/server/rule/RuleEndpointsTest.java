package dev.waybill.server.rule;

import static dev.waybill.server.rule.RuleServer.RULES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.WholeServer.Reply;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Rules over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class RuleEndpointsTest {
    private static final String CALLS =
            "{\"name\":\"calls\",\"on\":{\"types\":[\"action.invoked\"]},\"notify\":{\"channel\":\"#ops\"}}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private RuleServer relay;
    private WholeServer server;
    private String key;

    RuleEndpointsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        relay = RuleServer.start(engine, temp.resolve("data"));
        server = relay.server();
        key = relay.key();
    }

    @AfterEach
    void stop() {
        relay.close();
    }

    @Test
    void a_rule_is_made_listed_changed_and_removed() {
        Reply created =
                relay.rule(
                        key,
                        """
                        {"name":"calls","on":{"types":["action.*"],"action":"deploy.*","caller":"@planner"},
                         "notify":{"channel":"#ops"},"text":"{caller}: {action}","priority":"urgent"}
                        """);
        String path = RULES + "/" + created.text("id");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("id")).startsWith("rule_");
        assertThat(created.text("speaker")).isEqualTo("rule-calls");
        assertThat(created.data().path("notify").path("channel").asString()).isEqualTo("ops");
        assertThat(created.data().path("on").path("caller").asString()).isEqualTo("planner");
        assertThat(created.data().get("owner").isNull()).isTrue();
        assertThat(created.data().get("last_error").isNull()).isTrue();
        assertThat(created.data().get("enabled").asBoolean()).isTrue();
        assertThat(server.get(RULES, key).data()).hasSize(1);

        JsonNode changed =
                server.patch(
                                path,
                                key,
                                "{\"text\":null,\"enabled\":false,\"notify\":{\"agent\":\"operator\"}}")
                        .data();

        assertThat(changed.get("text").isNull()).isTrue();
        assertThat(changed.get("enabled").asBoolean()).isFalse();
        assertThat(changed.path("notify").path("agent").asString()).isEqualTo("operator");
        assertThat(changed.path("priority").asString()).isEqualTo("urgent");
        assertThat(server.get(path, key).data()).isEqualTo(changed);
        assertThat(server.delete(path, key).status()).isEqualTo(204);
        server.get(path, key).isRefused(404, "rule_not_found");
        server.patch(path, key, "{}").isRefused(404, "rule_not_found");
        server.delete(path, key).isRefused(404, "rule_not_found");
    }

    @Test
    void what_makes_no_sense_is_refused() {
        String path = RULES + "/" + relay.rule(key, CALLS).text("id");
        String on = "{\"on\":{\"types\":[\"action.invoked\"]},";

        relay.rule(key, "{}").isRefused(400, "invalid_request");
        relay.rule(key, on + "\"notify\":{}}").isRefused(400, "invalid_request");
        relay.rule(key, on + "\"notify\":{\"channel\":\"ops\",\"agent\":\"operator\"}}")
                .isRefused(400, "invalid_request");
        relay.rule(key, on + "\"notify\":{\"channel\":\"nowhere\"}}")
                .isRefused(404, "channel_not_found");
        relay.rule(key, on + "\"notify\":{\"agent\":\"nobody\"}}")
                .isRefused(404, "agent_not_found");
        relay.rule(key, on + "\"notify\":{\"channel\":\"ops\"},\"text\":\"{who} did\"}")
                .isRefused(400, "invalid_request");
        relay.rule(key, CALLS.replace("action.invoked", "action.imagined"))
                .isRefused(400, "invalid_event_type");
        relay.rule(key, CALLS.replace("\"action.invoked\"", "")).isRefused(400, "invalid_request");
        relay.rule(key, CALLS.replace("action.invoked", "delivery.delivered"))
                .isRefused(400, "invalid_event_type");
        server.patch(path, key, "{\"text\":\"{who}\"}").isRefused(400, "invalid_request");
        server.patch(path, key, "{\"on\":null}").isRefused(400, "invalid_request");
        server.patch(path, key, "{\"notify\":{}}").isRefused(400, "invalid_request");
        server.patch(path, key, "{\"priority\":\"huge\"}").isRefused(400, "invalid_request");
        assertThat(relay.rule(key, CALLS.replace("\"name\"", "\"text\":\"{who}\",\"name\"")))
                .extracting(reply -> reply.response().body())
                .asString()
                .contains("{who}");
    }

    @Test
    void an_agent_has_rules_of_its_own_and_sees_no_others() {
        String bob = relay.agent("bob");
        String carol = relay.agent("carol");
        Reply bobs = relay.rule(bob, CALLS);
        String path = RULES + "/" + bobs.text("id");
        relay.rule(key, CALLS).data();

        assertThat(bobs.text("owner")).isEqualTo("bob");
        assertThat(bobs.text("speaker")).isEqualTo("bob");
        assertThat(server.get(RULES, bob).data()).hasSize(1);
        assertThat(server.get(RULES, carol).data()).isEmpty();
        assertThat(server.get(RULES, key).data()).hasSize(2);
        server.get(path, carol).isRefused(404, "rule_not_found");
        server.patch(path, carol, "{\"enabled\":false}").isRefused(404, "rule_not_found");
        server.delete(path, carol).isRefused(404, "rule_not_found");
        relay.rule(bob, CALLS.replace("action.invoked", "dm.received"))
                .isRefused(400, "invalid_event_type");
        assertThat(server.delete(path, key).status()).isEqualTo(204);
    }

    @Test
    void there_is_an_end_to_the_rules_of_an_agent() {
        String bob = relay.agent("bob");
        for (int i = 0; i < Rules.MAX_PER_AGENT; i++) {
            relay.rule(bob, CALLS).data();
        }

        relay.rule(bob, CALLS).isRefused(400, "invalid_request");
        assertThat(relay.rule(key, CALLS).status()).isEqualTo(201);
    }

    @Test
    void the_speaker_of_a_rule_goes_with_it_and_two_rules_have_two() {
        Reply one = relay.rule(key, CALLS);
        Reply other = relay.rule(key, CALLS);

        assertThat(one.text("speaker")).isEqualTo("rule-calls");
        assertThat(other.text("speaker")).startsWith("rule-calls-");
        server.delete(RULES + "/" + one.text("id"), key);
        server.get("/v1/agents/rule-calls", key).isRefused(404, "agent_not_found");
        assertThat(relay.rule(key, CALLS).text("speaker")).isEqualTo("rule-calls");
    }

    @Test
    void an_agent_that_tells_itself_is_told_by_another() {
        String bob = relay.agent("bob");
        String path =
                RULES
                        + "/"
                        + relay.rule(bob, CALLS.replace("channel\":\"#ops", "agent\":\"bob"))
                                .text("id");

        assertThat(server.get(path, bob).text("speaker")).isEqualTo("rule-calls");
        assertThat(server.patch(path, bob, "{\"notify\":{\"channel\":\"ops\"}}").text("speaker"))
                .isEqualTo("bob");
        server.get("/v1/agents/rule-calls", key).isRefused(404, "agent_not_found");
        assertThat(server.patch(path, bob, "{\"notify\":{\"agent\":\"bob\"}}").text("speaker"))
                .isEqualTo("rule-calls");
    }
}
