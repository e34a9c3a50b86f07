package dev.waybill.server.rule;

import static dev.waybill.server.rule.RuleServer.RULES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.WholeServer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Who is told of what, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class RulesTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private RuleServer relay;
    private WholeServer server;
    private String key;
    private String planner;
    private String engineer;

    RulesTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        relay = RuleServer.start(engine, temp.resolve("data"));
        server = relay.server();
        key = relay.key();
        planner = relay.agent("planner");
        engineer = relay.agent("engineer");
    }

    @AfterEach
    void stop() {
        relay.close();
    }

    /// `relay.on(relay.action('agent.create').calledBy(planner), relay.notify('#ops', …))`
    @Test
    void audit_events_let_agents_subscribe_to_capability_use() {
        relay.action("agent.create", "engineer", "");
        relay.rule(
                        key,
                        """
                        {"on":{"types":["action.invoked"],"action":"agent.create","caller":"planner"},
                         "notify":{"channel":"#ops"}}
                        """)
                .data();

        relay.invoke(engineer, "agent.create").data();
        String invocation = relay.invoke(planner, "agent.create").text("invocation_id");
        relay.await("ops", 1);
        relay.rule(key, on("message.created", "\"channel\":\"general\"")).data();
        relay.say(planner, "general", "a later event", "{}");
        relay.await("ops", 2);

        JsonNode told = relay.said("ops").getFirst();
        JsonNode event = told.path("metadata").path("event");
        assertThat(relay.texts("ops"))
                .containsExactly("planner called agent.create", "message.created: planner");
        assertThat(told.path("agent_name").asString()).isEqualTo("rule");
        assertThat(event.path("type").asString()).isEqualTo("action.called");
        assertThat(event.path("action").asString()).isEqualTo("agent.create");
        assertThat(event.path("subject").asString()).isEqualTo("planner");
        assertThat(event.path("invocation_id").asString()).isEqualTo(invocation);
        assertThat(event.path("seq").asLong()).isPositive();
    }

    @Test
    void an_agent_is_told_by_a_notification() {
        relay.action("deploy", "engineer", "");
        relay.rule(
                        planner,
                        """
                        {"on":{"types":["action.invoked"],"action":"dep*"},"notify":{"agent":"planner"},
                         "text":"{caller} runs {action} ({invocation_id})","priority":"urgent"}
                        """)
                .data();

        String invocation = relay.invoke(engineer, "deploy").text("invocation_id");
        WholeServer.await("a delivery", () -> !deliveries(planner).isEmpty());

        JsonNode delivery = deliveries(planner).get(0);
        assertThat(delivery.path("reason").asString()).isEqualTo("notification");
        assertThat(delivery.path("message").path("text").asString())
                .isEqualTo("engineer runs deploy (" + invocation + ")");
        assertThat(deliveries(planner)).hasSize(1);
    }

    @Test
    void a_rule_of_an_agent_speaks_in_its_name_and_knows_no_more_than_it() {
        relay.action("secret", "engineer", ",\"available_to\":[\"engineer\"]");
        relay.action("open", "engineer", "");
        relay.rule(planner, on("action.*", "\"action\":\"*\"")).data();

        relay.invoke(engineer, "secret").data();
        relay.invoke(engineer, "open").data();
        relay.await("ops", 1);

        assertThat(relay.texts("ops")).containsExactly("engineer called open");
        assertThat(relay.said("ops").getFirst().path("agent_name").asString()).isEqualTo("planner");
    }

    @Test
    void denials_and_other_events_are_told_by_type_channel_agent_and_error() {
        relay.action("secret", "engineer", ",\"available_to\":[\"engineer\"]");
        relay.rule(key, on("action.denied", "\"caller\":\"plan*\",\"error\":\"*secret*\"")).data();
        relay.rule(key, on("action.denied", "\"error\":\"out of disk\"")).data();
        relay.rule(key, on("member.joined", "\"agent\":\"engineer\",\"channel\":\"quiet\"")).data();

        relay.invoke(planner, "secret").isRefused(403, "action_denied");
        relay.await("ops", 1);
        server.post("/v1/channels", planner, "{\"name\":\"quiet\"}").data();
        server.post("/v1/channels/quiet/join", engineer).data();
        relay.await("ops", 2);

        assertThat(relay.texts("ops").getFirst()).startsWith("planner may not call secret: ");
        assertThat(relay.texts("ops").getLast()).isEqualTo("member.joined: engineer");
    }

    @Test
    void rules_do_not_hear_what_rules_say() {
        String here = relay.rule(key, on("message.created", "\"channel\":\"ops\"")).text("id");
        relay.rule(key, on("message.created", "\"agent\":\"rule*\"")).data();
        relay.rule(planner, on("message.*", "\"channel\":\"ops\"")).data();

        relay.say(engineer, "ops", "one", "{}");
        relay.await("ops", 3);
        JsonNode echo =
                relay.said("ops").stream()
                        .filter(message -> message.path("metadata").has("rule_id"))
                        .findFirst()
                        .orElseThrow();
        relay.say(engineer, "ops", "forged", echo.path("metadata").toString());
        relay.await("ops", 6);
        server.patch(RULES + "/" + here, key, "{\"enabled\":false}").data();
        relay.say(engineer, "ops", "last", "{}");
        relay.await("ops", 8);

        assertThat(relay.texts("ops").stream().filter("message.created: engineer"::equals))
                .hasSize(5);
        assertThat(relay.said("ops")).hasSize(8);
    }

    @Test
    void triggers_do_not_hear_what_rules_say() {
        relay.action("agent.create", "engineer", "");
        String path =
                "/v1/triggers/"
                        + server.post(
                                        "/v1/triggers",
                                        key,
                                        "{\"channel\":\"ops\",\"action_name\":\"agent.create\"}")
                                .text("id");
        relay.rule(key, on("action.invoked", "\"action\":\"agent.create\"")).data();

        relay.invoke(planner, "agent.create").data();
        relay.await("ops", 1);
        relay.say(planner, "ops", "by hand", "{}");
        relay.await("ops", 3);

        assertThat(server.get(path, key).text("last_triggered_at")).isNotEmpty();
        assertThat(relay.texts("ops"))
                .containsExactly(
                        "planner called agent.create", "by hand", "planner called agent.create");
    }

    @Test
    void a_rule_that_cannot_speak_says_why_and_holds_up_no_other() {
        server.post("/v1/channels", planner, "{\"name\":\"doomed\"}").data();
        String failing =
                relay.rule(
                                key,
                                on("message.created", "\"channel\":\"general\"")
                                        .replace("\"ops\"", "\"doomed\""))
                        .text("id");
        relay.rule(key, on("message.created", "\"channel\":\"general\"")).data();
        server.delete("/v1/channels/doomed", planner);

        relay.say(planner, "general", "hello", "{}");
        relay.await("ops", 1);
        WholeServer.await(
                "the failure is shown",
                () -> server.get(RULES + "/" + failing, key).text("last_error").contains("doomed"));
        server.patch(RULES + "/" + failing, key, "{\"notify\":{\"channel\":\"ops\"}}").data();
        relay.say(planner, "general", "again", "{}");
        relay.await("ops", 3);

        assertThat(server.get(RULES + "/" + failing, key).data().get("last_error").isNull())
                .isTrue();
        assertThat(relay.said("ops")).hasSize(3);
    }

    @Test
    void a_rule_that_is_switched_on_again_tells_nothing_of_meanwhile() {
        String path =
                RULES
                        + "/"
                        + relay.rule(key, on("message.created", "\"channel\":\"general\""))
                                .text("id");
        server.patch(path, key, "{\"enabled\":false}").data();
        relay.say(planner, "general", "unheard", "{}");
        server.patch(path, key, "{\"enabled\":true,\"text\":\"heard\"}").data();

        relay.say(planner, "general", "again", "{}");
        relay.await("ops", 1);

        assertThat(relay.texts("ops")).containsExactly("heard");
        WholeServer.await(
                "the time is kept",
                () -> !server.get(path, key).text("last_triggered_at").isEmpty());
    }

    @Test
    void a_rule_rests_when_its_agent_is_gone() {
        relay.rule(planner, on("message.created", "\"channel\":\"general\"")).data();
        server.delete("/v1/agents/planner", key);
        relay.rule(key, on("message.created", "\"channel\":\"general\"")).data();

        relay.say(engineer, "general", "hello", "{}");
        relay.await("ops", 1);
        relay.say(engineer, "general", "again", "{}");
        relay.await("ops", 2);

        assertThat(relay.said("ops"))
                .extracting(message -> message.path("agent_name").asString())
                .containsOnly("rule");
    }

    @Test
    void a_restart_goes_on_where_the_rule_was() {
        relay.rule(key, on("message.created", "\"channel\":\"general\"")).data();
        relay.say(planner, "general", "one", "{}");
        relay.await("ops", 1);

        server.stop();
        server.startAgain();
        relay.say(planner, "general", "two", "{}");
        relay.await("ops", 2);

        assertThat(relay.said("ops")).hasSize(2);
    }

    private JsonNode deliveries(String token) {
        return server.get("/v1/deliveries", token).data();
    }

    private static String on(String type, String filter) {
        return "{\"on\":{\"types\":[\"%s\"],%s},\"notify\":{\"channel\":\"ops\"}}"
                .formatted(type, filter);
    }
}
