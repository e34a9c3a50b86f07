package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.AgentPresence;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class PresenceTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestTenants tenants;
    private Presence presence;
    private WorkspaceId acme;
    private Caller.Agent alice;

    PresenceTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        presence = tenants.presence;
        acme = tenants.workspace("acme");
        alice = tenants.agent(acme, "alice");
    }

    @AfterEach
    void stop() {
        tenants.close();
    }

    @Test
    void who_is_silent_for_five_minutes_is_gone() {
        tenants.pass(Duration.ofMinutes(5));
        presence.sweep();
        assertThat(status()).isEqualTo(AgentStatus.ONLINE);

        tenants.pass(Duration.ofMillis(1));
        presence.sweep();

        assertThat(status()).isEqualTo(AgentStatus.OFFLINE);
        assertThat(tenants.ledger())
                .last()
                .isEqualTo(
                        "agent.status.offline {\"agent\":{\"name\":\"alice\"},\"status\":\"offline\"}");
    }

    @Test
    void who_asks_for_something_now_and_then_stays() {
        for (int i = 0; i < 4; i++) {
            tenants.pass(Duration.ofMinutes(4));
            seen();
            presence.sweep();
        }

        assertThat(status()).isEqualTo(AgentStatus.ONLINE);
    }

    @Test
    void sightings_close_to_each_other_are_written_once() {
        tenants.pass(Duration.ofMinutes(1));
        seen();
        String first = lastSeen();
        tenants.pass(Duration.ofSeconds(29));
        seen();
        assertThat(lastSeen()).isEqualTo(first);

        tenants.pass(Duration.ofSeconds(1));
        seen();

        assertThat(lastSeen()).isNotEqualTo(first);
    }

    @Test
    void a_clock_that_is_set_back_hides_no_sighting() {
        tenants.pass(Duration.ofMinutes(1));
        seen();
        tenants.database().write(tx -> tx.execute("update agent set status = 'offline'"));

        tenants.pass(Duration.ofHours(-1));
        seen();

        assertThat(status()).isEqualTo(AgentStatus.ONLINE);
    }

    @Test
    void who_said_goodbye_is_back_with_the_next_request() {
        seen();
        presence.disconnect(alice);
        assertThat(status()).isEqualTo(AgentStatus.OFFLINE);

        seen();

        assertThat(status()).isEqualTo(AgentStatus.ONLINE);
    }

    @Test
    void a_heartbeat_brings_back_at_once() {
        presence.disconnect(alice);

        presence.heartbeat(alice);

        assertThat(status()).isEqualTo(AgentStatus.ONLINE);
    }

    @Test
    void whoever_keeps_sockets_hears_of_a_goodbye_when_it_is_durable() {
        List<AgentStatus> heard = new ArrayList<>();
        presence.onLeave(_ -> heard.add(status()));

        presence.disconnect(alice);

        assertThat(heard).containsExactly(AgentStatus.OFFLINE);
    }

    @Test
    void an_agent_with_an_open_socket_is_never_gone() {
        List<AgentId> asked = new ArrayList<>();
        presence.connectedWhen(asked::add);
        tenants.pass(Duration.ofHours(1));

        presence.sweep();
        presence.sweep();

        assertThat(status()).isEqualTo(AgentStatus.ONLINE);
        assertThat(asked).as("seen again by the first sweep").containsExactly(alice.agent());
    }

    @Test
    void others_are_not_noted() {
        presence.seen(new Caller.Owner(acme));

        assertThat(tenants.ledger()).hasSize(2);
    }

    /// Returns when the sighting is written: the next write comes after it.
    private void seen() {
        presence.seen(alice);
        tenants.database().write(_ -> 0);
    }

    private AgentStatus status() {
        return new AgentDirectory(tenants.database(), tenants.supplies.json())
                .presence(acme).stream().map(AgentPresence::status).findFirst().orElseThrow();
    }

    private String lastSeen() {
        return tenants.rows("select cast(last_seen as text) from agent").getFirst();
    }
}
