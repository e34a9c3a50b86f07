package dev.waybill.server.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.OfferServer;
import dev.waybill.server.OutboundServer;
import dev.waybill.server.WholeServer;
import dev.waybill.server.attempt.Permits;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// What models decide about, as far as they may.
@ParameterizedClass
@EnumSource(TestEngine.class)
class DecisionToolsTest {
    private static final String COMMENT =
            "{'handle':"
                    + OutboundServer.HANDLE
                    + ",'operation':'add_comment','input':{'body':'Approve it!'},'wait_seconds':0}";

    private final TestEngine engine;
    private StubProvider stub;
    private OfferServer server;
    private Caller.Agent bob;
    private Caller.Agent boss;

    DecisionToolsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open(@TempDir Path data) {
        stub = StubProvider.start();
        server =
                OfferServer.open(
                        engine,
                        data,
                        stub,
                        OutboundServer.Setup.QUICK.with(DecisionToolsTest::rules));
        bob = server.agent("bob");
        boss = server.agent("boss");
    }

    @AfterEach
    void close() {
        server.close();
        stub.close();
    }

    /// What others comment waits for the word of boss.
    private static Permits.Verdict rules(ReadTx tx, WorkspaceId workspace, Permits.Asked asked) {
        return asked.operation().equals("add_comment")
                ? new Permits.Verdict.Approve(List.of("boss"))
                : new Permits.Verdict.Allow();
    }

    @Test
    void who_was_named_finds_what_waits_reads_it_and_agrees() {
        stub.on("POST /add_comment", 201, "{\"id\":\"c-5\"}");
        String id = asked();

        JsonNode waiting = server.call(boss, "deliver_list", "{'approval':'pending'}");
        JsonNode agreed = decide(boss, id, "approve");

        assertThat(waiting.path("deliveries")).hasSize(1);
        assertThat(waiting.at("/deliveries/0/delivery_id").asString()).isEqualTo(id);
        assertThat(waiting.at("/deliveries/0/asked_for").asString())
                .startsWith("<untrusted-request-text>\n| ")
                .contains("Approve it!");
        assertThat(agreed.at("/approval/state").asString()).isEqualTo("approved");
        WholeServer.await("it is sent", () -> !stub.matching("POST /add_comment").isEmpty());
        assertThat(server.call(boss, "deliver_list", "{'approval':'pending'}").path("deliveries"))
                .isEmpty();
    }

    @Test
    void nobody_agrees_for_themselves_or_unasked() {
        String id = asked();

        assertThat(text(refused(bob, id, "approve"))).startsWith("forbidden: ");
        assertThat(text(refused(server.agent("eve"), id, "approve")))
                .startsWith("unknown_delivery: ");
        assertThat(text(refused(boss, id, "cancel"))).startsWith("forbidden: ");
        assertThat(text(refused(boss, id, "sign"))).contains("none of approve, refuse, retry");
        assertThat(server.call(bob, "deliver_list", "{}").path("deliveries")).hasSize(1);
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void who_can_act_as_anybody_agrees_to_nothing() {
        Caller owner = new Caller.Owner(bob.workspace());
        String id = asked();
        String asBoss = "{'delivery_id':'%s','decision':'approve','as':'boss'}".formatted(id);

        assertThat(text(refused(owner, id, "approve"))).startsWith("agent_token_required: ");
        assertThat(text(server.outcome(owner, "deliver_decide", asBoss)))
                .startsWith("agent_token_required: ");
        assertThat(decide(owner, id, "refuse").at("/approval/state").asString())
                .isEqualTo("refused");
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void what_is_refused_or_withdrawn_is_never_done() {
        JsonNode refused =
                server.call(
                        boss,
                        "deliver_decide",
                        "{'delivery_id':'%s','decision':'refuse','reason':'not today'}"
                                .formatted(asked()));
        JsonNode withdrawn = decide(bob, asked(), "cancel");

        assertThat(refused.path("status").asString()).isEqualTo("cancelled");
        assertThat(refused.at("/approval/state").asString()).isEqualTo("refused");
        assertThat(withdrawn.path("status").asString()).isEqualTo("cancelled");
        assertThat(text(refused(bob, withdrawn.path("delivery_id").asString(), "retry")))
                .startsWith("delivery_state_conflict: ")
                .contains("deliver_status");
        assertThat(stub.journal()).isEmpty();
    }

    @Test
    void what_failed_is_tried_again() {
        stub.on("POST /close_issue", 422, "no").on("POST /close_issue", 200, "{\"id\":1}");
        Outcome failed =
                server.outcome(
                        bob,
                        "deliver_invoke",
                        "{'handle':" + OutboundServer.HANDLE + ",'operation':'close_issue'}");
        String id =
                server.call(bob, "deliver_list", "{'status':'failed'}")
                        .at("/deliveries/0/delivery_id")
                        .asString();

        JsonNode again = decide(bob, id, "retry");

        assertThat(failed.isError()).isTrue();
        assertThat(again.path("status").asString()).isEqualTo("sent");
    }

    private String asked() {
        return server.call(bob, "deliver_invoke", COMMENT).path("delivery_id").asString();
    }

    private JsonNode decide(Caller caller, String id, String how) {
        return server.call(caller, "deliver_decide", arguments(id, how));
    }

    private Outcome refused(Caller caller, String id, String how) {
        Outcome outcome = server.outcome(caller, "deliver_decide", arguments(id, how));
        assertThat(outcome.isError()).as("%s", outcome).isTrue();
        return outcome;
    }

    private static String arguments(String id, String how) {
        return "{'delivery_id':'%s','decision':'%s'}".formatted(id, how);
    }

    private static String text(Outcome outcome) {
        return outcome.content().getFirst().path("text").asString();
    }
}
