package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.Network;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Handles and operations as `provider-delivery` appendix B wants them, with the providers as they are.
class RoutingTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @TempDir private static Path temp;
    private static StubProvider stub;
    private static WholeServer server;

    @BeforeAll
    static void start() {
        stub = StubProvider.start();
        server =
                WholeServer.start(
                        TestEngine.SQLITE,
                        temp.resolve("data"),
                        new ProvidersConfig(
                                Map.of(
                                        "github",
                                        Map.of("token", "t0ken", "base-url", stub.url()),
                                        "webhook",
                                        Map.of("secret", "s3cret")),
                                null,
                                null,
                                false,
                                List.of()));
    }

    @AfterAll
    static void stop() {
        server.close();
        stub.close();
    }

    @Test
    void one_operation_at_most_stands_for_text_wherever_it_is() {
        List<Provider> all =
                KnownProviders.builtIn(
                        JSON,
                        InstantSource.system(),
                        new MailDoor(new TargetGuard(List.of()), Duration.ofSeconds(1)));

        assertThat(all).hasSizeGreaterThan(8);
        assertThat(all.stream().flatMap(provider -> provider.surfaces().stream()))
                .allSatisfy(
                        surface ->
                                assertThat(surface.operations().stream())
                                        .as(surface.name())
                                        .filteredOn(Operation::canonicalText)
                                        .hasSizeLessThanOrEqualTo(1));
        assertThat(all)
                .allSatisfy(
                        provider ->
                                assertThat(
                                                provider.surfaces().stream()
                                                        .map(Surface::name)
                                                        .distinct()
                                                        .count())
                                        .isEqualTo(provider.surfaces().size()));
    }

    @Test
    void at_a_provider_without_operations_nothing_can_be_done() {
        String place = "{\"provider\":\"webhook\",\"surface\":\"x\",\"targetRef\":\"y\"";

        WholeServer.Reply actions = post("/deliveries/actions", place + "}");
        WholeServer.Reply invoked =
                post("/deliveries/invoke", place + ",\"operation\":\"x\",\"input\":{}}");
        WholeServer.Reply sent = post("/deliveries/send", place + ",\"payload\":{\"text\":\"x\"}}");

        assertThat(actions.status()).isEqualTo(200);
        assertThat(actions.body().path("operations").isArray()).isTrue();
        assertThat(actions.body().path("operations")).isEmpty();
        assertThat(List.of(invoked, sent))
                .allSatisfy(
                        refused -> {
                            assertThat(refused.status()).isEqualTo(400);
                            assertThat(refused.body().path("code").asString())
                                    .isEqualTo("unsupported_provider");
                        });
    }

    @Test
    void v26_a_surface_goes_by_its_other_name_with_a_source_as_well() {
        stub.on("POST /repos/o/r/issues/1/comments", 201, "{\"id\":7}");
        String source =
                post("/sources", "{\"sourceType\":\"github_repo\",\"sourceKey\":\"o/r\"}")
                        .body()
                        .path("sourceId")
                        .asString();

        WholeServer.Reply sent = post("/deliveries/send", at(source, "pull_request"));
        WholeServer.Reply refused = post("/deliveries/send", at(source, "deployment"));

        assertThat(sent.body().path("operation").asString()).isEqualTo("add_comment");
        assertThat(sent.body().path("surface").asString()).isEqualTo("pull_request");
        assertThat(sent.body().path("sourceId").asString()).isEqualTo(source);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("code").asString()).isEqualTo("not_canonical");
    }

    @Test
    void a_handle_stays_as_it_is_from_the_event_to_the_one_who_is_woken() {
        OutboundConfig nearby =
                new OutboundConfig(
                        List.of(Network.of("127.0.0.0/8")),
                        Duration.ofSeconds(10),
                        Duration.ofDays(3));
        try (WholeServer pushing =
                WholeServer.start(TestEngine.SQLITE, temp.resolve("pushing"), nearby)) {
            staysAsItIs(pushing);
        }
    }

    private static void staysAsItIs(WholeServer pushing) {
        stub.on("POST /inbox", 200, "{}");
        post(pushing, "/v1/agents", "{\"name\":\"bob\"}");
        post(
                pushing,
                "/v1/nodes",
                "{\"name\":\"hook\",\"kind\":\"http_push\",\"delivery\":{\"url\":\"%s/inbox\",\"ack_mode\":\"manual\"}}"
                        .formatted(stub.url()));
        post(pushing, "/v1/nodes/hook/agents", "{\"agent_name\":\"bob\"}");
        String source =
                post(pushing, "/sources", "{\"sourceType\":\"local_event\",\"sourceKey\":\"b\"}")
                        .body()
                        .path("sourceId")
                        .asString();
        post(pushing, "/subscriptions", "{\"agentId\":\"bob\",\"sourceId\":\"" + source + "\"}");
        JsonNode handle =
                JSON.tree(
                        "{\"provider\":\"github\",\"surface\":\"review_comment\",\"targetRef\":\"o/r#1\",\"threadRef\":\"review_comment:5\",\"replyMode\":\"reply\"}");
        post(
                pushing,
                "/sources/" + source + "/events",
                "{\"sourceNativeId\":\"n1\",\"eventVariant\":\"v\",\"deliveryHandle\":"
                        + handle
                        + "}");

        WholeServer.await("it is pushed", () -> !stub.matching("POST /inbox").isEmpty());
        JsonNode pushed = JSON.tree(stub.matching("POST /inbox").getFirst().body());
        JsonNode entry =
                pushing.get("/agents/bob/inbox/entries", pushing.workspaceKey())
                        .body()
                        .at("/entries/0");

        assertThat(entry.path("deliveryHandle")).isEqualTo(handle);
        assertThat(entry.at("/item/deliveryHandle")).isEqualTo(handle);
        assertThat(pushed.findValue("deliveryHandle")).isEqualTo(handle);
    }

    private static String at(String source, String surface) {
        return "{\"sourceId\":\"%s\",\"provider\":\"github\",\"surface\":\"%s\",\"targetRef\":\"o/r#1\",\"payload\":{\"text\":\"hi\"}}"
                .formatted(source, surface);
    }

    private static WholeServer.Reply post(String path, String body) {
        return post(server, path, body);
    }

    private static WholeServer.Reply post(WholeServer to, String path, String body) {
        return to.post(path, to.workspaceKey(), body);
    }
}
