package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentDetail;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentUpdate;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class AgentsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestTenants tenants;
    private AgentDirectory directory;
    private WorkspaceId acme;

    AgentsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        directory = new AgentDirectory(tenants.database(), tenants.supplies.json());
        acme = tenants.workspace("acme");
    }

    @AfterEach
    void stop() {
        tenants.close();
    }

    @Test
    void who_registers_is_in_general_and_on_record() {
        tenants.agent(acme, "alice");

        assertThat(tenants.ledger())
                .containsExactly(
                        "member.joined {\"channel\":\"general\",\"agent_name\":\"alice\"}",
                        "agent.status.online {\"agent\":{\"name\":\"alice\"},\"status\":\"online\"}");
        assertThat(show("alice").channels().getFirst().name()).isEqualTo("general");
    }

    @Test
    void a_name_is_taken_within_its_workspace_only_and_a_refused_agent_leaves_nothing() {
        tenants.agent(acme, "alice");
        int rows = tenants.ledger().size();

        assertThat(tenants.agents.register(acme, new NewAgent("alice", null, null, null, null)))
                .isEqualTo(new Registration.NameTaken("alice"));

        assertThat(tenants.ledger()).hasSize(rows);
        assertThat(tenants.agent(tenants.workspace("other"), "alice").name()).isEqualTo("alice");
        assertThat(directory.list(Sight.all(acme), null)).hasSize(1);
    }

    @Test
    void an_agent_of_another_workspace_is_not_found() {
        tenants.agent(tenants.workspace("other"), "bob");

        assertThatThrownBy(() -> show("bob")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> tenants.agents.remove(acme, "bob")).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> tenants.agents.rotateToken(acme, "bob"))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void a_status_that_changes_is_on_record_and_one_that_does_not_is_not() {
        tenants.agent(acme, "alice");

        Agent idle = tenants.agents.update(acme, "alice", status(AgentStatus.IDLE));
        tenants.agents.update(acme, "alice", status(AgentStatus.IDLE));
        Agent offline = tenants.agents.update(acme, "alice", status(AgentStatus.OFFLINE));

        assertThat(idle.status()).isEqualTo(AgentStatus.ONLINE);
        assertThat(idle.activity()).isEqualTo(AgentStatus.IDLE);
        assertThat(offline.status()).isEqualTo(AgentStatus.OFFLINE);
        assertThat(offline.activity()).isNull();
        assertThat(tenants.ledger().subList(2, tenants.ledger().size()))
                .containsExactly(
                        "agent.status.idle {\"agent\":{\"name\":\"alice\"},\"status\":\"idle\"}",
                        "agent.status.offline {\"agent\":{\"name\":\"alice\"},\"status\":\"offline\"}");
    }

    @Test
    void a_removed_agent_leaves_its_authorship_behind_and_nothing_else() {
        List<String> gone = new ArrayList<>();
        tenants.presence.onLeave(agent -> gone.add(agent.text()));
        Token token = tenants.token(acme, "alice");
        Caller.Agent alice = (Caller.Agent) tenants.credentials.identify(token).orElseThrow();

        tenants.agents.remove(acme, "alice");

        assertThat(gone).containsExactly(alice.agent().text());
        assertThat(tenants.credentials.identify(token)).isEmpty();
        assertThat(tenants.rows("select name from author")).containsExactly("alice");
        assertThat(tenants.rows("select 'x' from member")).isEmpty();
        assertThat(directory.list(Sight.all(acme), null)).isEmpty();
        assertThat(tenants.ledger())
                .contains("member.left {\"channel\":\"general\",\"agent_name\":\"alice\"}");
        assertThat(tenants.agent(acme, "alice").agent()).isNotEqualTo(alice.agent());
        tenants.agents.remove(acme, "alice");
    }

    @Test
    void after_a_rotation_the_old_token_works_for_a_minute() {
        Token old = tenants.token(acme, "alice");
        Token next = Token.parse(tenants.agents.rotateToken(acme, "alice").token()).orElseThrow();

        assertThat(tenants.credentials.identify(next)).isPresent();
        assertThat(tenants.credentials.identify(old)).isPresent();
        tenants.pass(Duration.ofSeconds(59));
        assertThat(tenants.credentials.identify(old)).isPresent();
        tenants.pass(Duration.ofSeconds(1));
        assertThat(tenants.credentials.identify(old)).as("not kept beyond its end").isEmpty();
        assertThat(tenants.credentials.identify(next)).isPresent();
    }

    @Test
    void rotations_leave_no_heap_of_dead_tokens() {
        tenants.token(acme, "alice");
        for (int i = 0; i < 5; i++) {
            tenants.agents.rotateToken(acme, "alice");
            tenants.pass(Duration.ofMinutes(2));
        }

        assertThat(tenants.rows("select hash from access_token where kind = 'agent'")).hasSize(2);
    }

    @Test
    void actions_are_shown_to_those_who_provide_or_may_invoke_them() {
        Caller.Agent alice = tenants.agent(acme, "alice");
        tenants.agent(acme, "bob");
        action("act_1", "open", alice, null);
        action("act_2", "closed", alice, "[\"bob\"]");

        assertThat(show("alice").actionsProvided())
                .extracting(AgentDetail.Action::name)
                .containsExactly("closed", "open");
        assertThat(show("alice").actionsAvailableTo())
                .extracting(AgentDetail.Action::name)
                .containsExactly("open");
        assertThat(show("bob").actionsAvailableTo())
                .extracting(AgentDetail.Action::name)
                .containsExactly("closed", "open");
        assertThat(show("bob").actionsProvided()).isEmpty();
    }

    @Test
    void what_an_observer_may_not_see_does_not_exist_for_it() {
        Caller.Agent alice = tenants.agent(acme, "alice");
        tenants.agent(acme, "bob");
        Sight aliceOnly =
                TestTenants.observing(
                        acme,
                        new ObserverFilters(
                                null,
                                List.of("elsewhere"),
                                null,
                                null,
                                List.of(alice.agent()),
                                null,
                                null));

        assertThat(directory.list(aliceOnly, null))
                .extracting(Agent::name)
                .containsExactly("alice");
        assertThat(directory.show(aliceOnly, "alice").channels()).isEmpty();
        assertThatThrownBy(() -> directory.show(aliceOnly, "bob")).isInstanceOf(Refusal.class);
    }

    private void action(
            String id, String name, Caller.Agent handler, @Nullable String availableTo) {
        tenants.database()
                .write(
                        tx ->
                                tx.execute(
                                        """
                                        insert into action (id, workspace_id, name, description, handler_agent_id,
                                            input_schema, output_schema, available_to, created_at)
                                        values (?, ?, ?, '', ?, '{}', '{}', ?, ?)
                                        """,
                                        id,
                                        acme,
                                        name,
                                        handler.agent(),
                                        availableTo,
                                        Instant.EPOCH));
    }

    private AgentDetail show(String name) {
        return directory.show(Sight.all(acme), name);
    }

    private static AgentUpdate status(AgentStatus status) {
        return new AgentUpdate(status, null, null, null);
    }
}
