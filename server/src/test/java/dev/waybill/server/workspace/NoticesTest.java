package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentUpdate;
import dev.waybill.protocol.workspace.NewChannel;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Counting;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What connected agents hear of the others.
@ParameterizedClass
@EnumSource(TestEngine.class)
class NoticesTest {
    private final TestEngine engine;
    private final RecordingChannel bobHears = new RecordingChannel();
    @TempDir private Path temp;
    private TestTenants tenants;
    private AckWriter acks;
    private WorkspaceId acme;
    private Caller.Agent alice;
    private Caller.Agent bob;

    NoticesTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        acme = tenants.workspace("acme");
        alice = tenants.agent(acme, "alice");
        bob = tenants.agent(acme, "bob");
        acks = new AckWriter(tenants.database(), tenants.ledger, tenants.supplies.clock());
        acks.start();
        Attachments attachments =
                new Attachments(
                        tenants.database(),
                        tenants.supplies.json(),
                        tenants.mailboxes,
                        acks,
                        new Outcomes(new Signals(tenants.mailboxes), new Ledger()),
                        DeliveryLimits.DEFAULTS,
                        tenants.supplies.clock());
        attachments.start(attachments.attach(bob.agent(), bobHears, new Counting.Kept()));
    }

    @AfterEach
    void stop() {
        acks.close();
        tenants.close();
    }

    @Test
    void who_shares_a_channel_hears_of_a_status_once() throws Exception {
        Memberships memberships = new Memberships(tenants.supplies, tenants.notices);
        new ChannelChanges(tenants.supplies, tenants.notices)
                .create(alice, new NewChannel("ops", null, null));
        memberships.join(bob, "ops");
        assertThat(bobHears.next()).startsWith("channel member.joined");

        tenants.agents.update(acme, "alice", new AgentUpdate(AgentStatus.IDLE, null, null, null));
        tenants.presence.disconnect(alice);

        assertThat(bobHears.next())
                .isEqualTo(
                        "presence agent.status.idle {\"agent\":{\"name\":\"alice\"},\"status\":\"idle\"}");
        assertThat(bobHears.next()).startsWith("presence agent.status.offline");
    }

    @Test
    void who_is_in_a_channel_hears_what_happens_to_it() throws Exception {
        tenants.agent(acme, "carol");
        tenants.agents.remove(acme, "carol");

        assertThat(bobHears.next())
                .isEqualTo(
                        "channel member.joined {\"channel\":\"general\",\"agent_name\":\"carol\"}");
        assertThat(bobHears.next()).startsWith("presence agent.status.offline");
        assertThat(bobHears.next())
                .isEqualTo(
                        "channel member.left {\"channel\":\"general\",\"agent_name\":\"carol\"}");
    }

    @Test
    void of_many_that_go_at_once_those_hear_who_stay_and_share_a_channel_with_them()
            throws Exception {
        List<AgentName> crowd =
                IntStream.range(0, 50)
                        .mapToObj(i -> tenants.agent(acme, "worker-" + i))
                        .map(agent -> new AgentName(agent.agent(), agent.name()))
                        .toList();
        Caller.Agent hermit = tenants.agent(acme, "hermit");
        Memberships memberships = new Memberships(tenants.supplies, tenants.notices);
        memberships.leave(hermit, "general");

        tenants.database()
                .write(
                        tx -> {
                            tenants.presence.offline(
                                    tx,
                                    acme,
                                    Stream.concat(
                                                    crowd.stream(),
                                                    Stream.of(
                                                            new AgentName(
                                                                    hermit.agent(), "hermit")))
                                            .toList());
                            return crowd.size();
                        });

        for (AgentName gone : crowd) {
            assertThat(whoGoes())
                    .isEqualTo(
                            "presence agent.status.offline {\"agent\":{\"name\":\"%s\"},\"status\":\"offline\"}"
                                    .formatted(gone.name()));
        }
        tenants.presence.disconnect(alice);
        assertThat(whoGoes()).contains("alice");
        assertThat(tenants.ledger())
                .filteredOn(row -> row.startsWith("agent.status.offline") && row.contains("hermit"))
                .hasSize(1);
    }

    @Test
    void what_happens_elsewhere_is_not_heard() throws Exception {
        ChannelChanges changes = new ChannelChanges(tenants.supplies, tenants.notices);
        changes.create(alice, new NewChannel("ops", null, null));
        changes.setTopic(acme, "ops", "secret");

        changes.setTopic(acme, "general", "open");

        assertThat(bobHears.next())
                .isEqualTo(
                        "channel channel.updated {\"channel\":{\"name\":\"general\",\"topic\":\"open\"}}");
    }

    /// The next that bob hears of somebody who is gone.
    private String whoGoes() throws InterruptedException {
        String heard = bobHears.next();
        while (!heard.contains("offline") && !heard.equals("nothing")) {
            heard = bobHears.next();
        }
        return heard;
    }
}
