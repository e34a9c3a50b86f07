package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// The operator's rules over HTTP, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class OutboundRulesApiTest {
    private static final String CLOSE = "PATCH /repos/o/r/issues/1";

    private final TestEngine engine;
    @TempDir private Path temp;
    private StubProvider stub;
    private WholeServer server;
    private String lead;
    private String worker;

    OutboundRulesApiTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        stub = StubProvider.start();
        server =
                WholeServer.start(
                        engine,
                        temp.resolve("data"),
                        new ProvidersConfig(
                                Map.of("github", Map.of("token", "ghp_x", "base-url", stub.url())),
                                null,
                                null,
                                true,
                                List.of(
                                        "deny github.* on Acme/* by worker because Not yours",
                                        "approve github.close_issue via tag:lead")));
        lead = agent("{\"name\":\"ann\",\"metadata\":{\"tags\":[\"lead\"]}}");
        worker = agent("{\"name\":\"worker\"}");
    }

    @AfterEach
    void stop() {
        server.close();
        stub.close();
    }

    @Test
    void a_rule_is_not_passed_by_how_a_target_is_written() {
        for (String target : List.of("acme/app#5", "ACME/app#5", "Acme/App#5")) {
            WholeServer.Reply reply = invoke(worker, "add_comment", target, "{\"body\":\"x\"}");
            assertThat(reply.status()).as(target).isEqualTo(403);
            assertThat(reply.body().path("code").asString()).isEqualTo("policy_denied");
            assertThat(reply.body().path("error").asString()).contains("Not yours");
        }
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void the_owner_and_agents_no_rule_names_are_not_bound() {
        stub.on("POST /repos/acme/app/issues/5/comments", 201, "{\"id\":1}");
        stub.on(CLOSE, 200, "{\"state\":\"closed\"}");

        assertThat(invoke(lead, "add_comment", "acme/app#5", "{\"body\":\"x\"}").status())
                .isEqualTo(200);
        assertThat(invoke(server.workspaceKey(), "close_issue", "o/r#1", "{}").status())
                .isEqualTo(200);
    }

    @Test
    void what_cannot_be_taken_back_waits_for_the_owner_where_no_rule_says_otherwise() {
        String merge =
                """
                {"provider":"github","surface":"pull_request","targetRef":"o/r#1","operation":"merge_pull_request","input":{}}\
                """;

        WholeServer.Reply reply = server.post("/deliveries/invoke", worker, merge);

        assertThat(reply.body().at("/approval/state").asString()).isEqualTo("pending");
        String id = reply.body().path("deliveryId").asString();
        assertThat(server.post("/deliveries/" + id + "/approve", lead).status()).isEqualTo(404);
        assertThat(server.post("/deliveries/" + id + "/refuse", server.workspaceKey()).status())
                .isEqualTo(200);
    }

    @Test
    void many_who_ask_at_once_for_what_waits_for_them_are_answered() throws Exception {
        stub.on(CLOSE, 200, "{\"state\":\"closed\"}");
        String id =
                invoke(worker, "close_issue", "o/r#1", "{}").body().path("deliveryId").asString();

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Integer> look = () -> server.get("/deliveries/" + id, lead).status();
            List<Future<Integer>> answers =
                    IntStream.range(0, 30).mapToObj(_ -> callers.submit(look)).toList();
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(200);
            }
        }
        assertThat(server.get("/deliveries", lead).body().at("/deliveries/0/deliveryId").asString())
                .isEqualTo(id);
        assertThat(server.post("/deliveries/" + id + "/approve", worker).status()).isEqualTo(403);
        assertThat(server.post("/deliveries/" + id + "/approve", lead).status()).isEqualTo(202);
        WholeServer.await("it is closed", () -> !stub.matching(CLOSE).isEmpty());
    }

    @Test
    void what_an_agent_wanted_is_not_done_once_the_agent_is_gone() {
        String id =
                invoke(worker, "close_issue", "o/r#1", "{}").body().path("deliveryId").asString();
        assertThat(server.delete("/v1/agents/worker", server.workspaceKey()).status())
                .isLessThan(300);

        WholeServer.Reply reply =
                server.post("/deliveries/" + id + "/approve", server.workspaceKey());

        assertThat(reply.body().path("error").asString()).contains("the agent is gone");
        assertThat(stub.journal()).isEmpty();
    }

    private String agent(String body) {
        return server.post("/v1/agents", server.workspaceKey(), body).text("token");
    }

    private WholeServer.Reply invoke(String token, String operation, String target, String input) {
        return server.post(
                "/deliveries/invoke",
                token,
                """
                {"provider":"github","surface":"issue_comment","targetRef":"%s","operation":"%s","input":%s}\
                """
                        .formatted(target, operation, input));
    }
}
