package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.NewSessionEvent;
import dev.waybill.protocol.workspace.SessionEvent;
import dev.waybill.server.delivery.Holds;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

@ParameterizedClass
@EnumSource(TestEngine.class)
class SessionEventsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestTenants tenants;
    private SessionEvents events;
    private WorkspaceId acme;
    private Caller.Agent alice;

    SessionEventsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        events =
                new SessionEvents(
                        tenants.supplies,
                        tenants.notices,
                        tenants.presence,
                        new Holds(new Mailboxes(), tenants.supplies.clock()),
                        new Redactor(List.of(), Set.of()));
        acme = tenants.workspace("acme");
        alice = tenants.agent(acme, "alice");
    }

    @AfterEach
    void stop() {
        tenants.close();
    }

    @Test
    void what_a_session_does_is_on_record_as_the_harness_saw_it() {
        ObjectNode payload = Json.emptyObject().put("tool", "grep");

        SessionEvent event =
                events.report(alice, "alice", new NewSessionEvent("tool.called", payload));

        assertThat(tenants.ledger().getLast())
                .isEqualTo(
                        "harness.tool.called {\"agent_name\":\"alice\",\"id\":\"%s\",\"agent_id\":\"%s\",\"payload\":{\"tool\":\"grep\"},\"sequence\":1,\"created_at\":\"2026-11-15T09:30:00.000Z\"}"
                                .formatted(event.id(), alice.agent()));
        assertThat(list()).containsExactly(event);
    }

    @Test
    void secrets_are_taken_out_before_anything_is_kept() {
        String token = "ghp_" + "a1B2c3D4e5".repeat(4);
        ObjectNode payload = Json.emptyObject().put("text", "using " + token).put("password", "x");

        for (String type : List.of("terminal.output", "transcript.chunk", "tool.called", "log")) {
            SessionEvent event = events.report(alice, "alice", new NewSessionEvent(type, payload));

            assertThat(event.payload())
                    .isEqualTo(
                            Json.emptyObject()
                                    .put("text", "using [redacted:github-token]")
                                    .put("password", "[redacted:named-value]"));
        }

        assertThat(tenants.rows("select payload from session_event"))
                .hasSize(4)
                .noneMatch(row -> row.contains(token));
        assertThat(tenants.ledger()).noneMatch(line -> line.contains(token));
        assertThat(list()).noneMatch(event -> String.valueOf(event.payload()).contains(token));
    }

    @Test
    void a_status_is_published_as_the_agents() {
        events.report(alice, "alice", new NewSessionEvent("status.blocked", null));
        events.report(alice, "alice", new NewSessionEvent("status.blocked", null));
        events.report(
                alice,
                "alice",
                new NewSessionEvent("status.changed", Json.emptyObject().put("status", "idle")));
        events.report(alice, "alice", new NewSessionEvent("status.changed", null));

        assertThat(tenants.ledger().stream().skip(2).map(line -> line.split(" ", 2)[0]))
                .containsExactly(
                        "agent.status.blocked",
                        "agent.status.blocked",
                        "agent.status.idle",
                        "harness.status.changed");
        assertThat(tenants.rows("select activity from agent")).containsExactly("idle");
    }

    @Test
    void an_agent_without_a_newest_event_has_none() {
        assertThat(list()).isEmpty();
    }

    private List<SessionEvent> list() {
        return events.list(Sight.all(acme), "alice", null, 100);
    }
}
