package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.workspace.Channel;
import dev.waybill.protocol.workspace.NewChannel;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class ChannelsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private TestTenants tenants;
    private ChannelChanges changes;
    private ChannelDirectory directory;
    private Memberships memberships;
    private WorkspaceId acme;
    private Caller.Agent alice;
    private Caller.Agent bob;

    ChannelsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        changes = new ChannelChanges(tenants.supplies, tenants.notices);
        memberships = new Memberships(tenants.supplies, tenants.notices);
        directory = new ChannelDirectory(tenants.database(), tenants.supplies.json());
        acme = tenants.workspace("acme");
        alice = tenants.agent(acme, "alice");
        bob = tenants.agent(acme, "bob");
    }

    @AfterEach
    void stop() {
        tenants.close();
    }

    @Test
    void everything_that_happens_to_a_channel_is_on_record_once() {
        int before = tenants.ledger().size();

        create("ops", "t");
        memberships.join(bob, "ops");
        memberships.join(bob, "ops");
        memberships.mute(bob, "ops", true);
        memberships.mute(bob, "ops", true);
        memberships.mute(bob, "ops", false);
        memberships.leave(bob, "ops");
        memberships.leave(bob, "ops");
        memberships.invite(alice, "ops", "bob");
        changes.setTopic(acme, "ops", "u");
        changes.archive(acme, "ops");
        changes.archive(acme, "ops");

        String bobInOps = "{\"channel\":\"ops\",\"agent_name\":\"bob\"}";
        assertThat(tenants.ledger().stream().skip(before))
                .containsExactly(
                        "channel.created {\"channel\":{\"name\":\"ops\",\"topic\":\"t\"}}",
                        "member.joined {\"channel\":\"ops\",\"agent_name\":\"alice\"}",
                        "member.joined " + bobInOps,
                        "member.channel_muted " + bobInOps,
                        "member.channel_unmuted " + bobInOps,
                        "member.left " + bobInOps,
                        "member.joined " + bobInOps,
                        "channel.updated {\"channel\":{\"name\":\"ops\",\"topic\":\"u\"}}",
                        "channel.archived {\"channel\":{\"name\":\"ops\"}}");
    }

    @Test
    void a_channel_opens_unless_it_is_archived_or_not_there() {
        Channel ops = create("ops", null);
        Channels channels = new Channels();

        assertThat(tenants.database().<Object>read(tx -> channels.open(tx, acme, "ops")))
                .isEqualTo(ops.id());
        changes.archive(acme, "ops");

        assertThat(refused(() -> tenants.database().read(tx -> channels.open(tx, acme, "ops"))))
                .isEqualTo(Reason.CHANNEL_ARCHIVED);
        assertThat(refused(() -> tenants.database().read(tx -> channels.open(tx, acme, "no"))))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
    }

    @Test
    void conversations_are_no_channels() {
        Channel hidden = create("talk", null);
        tenants.database()
                .write(
                        tx ->
                                tx.execute(
                                        "update channel set kind = 'dm' where id = ?",
                                        hidden.id()));

        assertThat(names(Sight.all(acme))).containsExactly("general");
        assertThat(refused(() -> directory.show(Sight.all(acme), "talk")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(refused(() -> memberships.join(bob, "talk")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(refused(() -> memberships.leave(alice, "talk")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(refused(() -> memberships.mute(alice, "talk", true)))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(refused(() -> changes.archive(acme, "talk")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(refused(() -> changes.setTopic(acme, "talk", "x")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(
                        new AgentDirectory(tenants.database(), tenants.supplies.json())
                                .show(Sight.all(acme), "alice")
                                .channels())
                .hasSize(1);
    }

    @Test
    void a_channel_of_another_workspace_is_not_found() {
        create("ops", null);
        WorkspaceId other = tenants.workspace("other");

        assertThat(refused(() -> directory.show(Sight.all(other), "ops")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(names(Sight.all(other))).containsExactly("general");
    }

    @Test
    void what_an_observer_may_not_see_does_not_exist_for_it() {
        Channel ops = create("ops", null);
        create("dev", null);
        Sight byName =
                sight(new ObserverFilters(null, List.of("dev"), null, null, null, null, null));
        Sight byId =
                sight(new ObserverFilters(List.of(ops.id()), null, null, null, null, null, null));
        Sight bobOnly =
                sight(
                        new ObserverFilters(
                                null, null, null, null, List.of(bob.agent()), null, null));

        assertThat(names(byName)).containsExactly("dev");
        assertThat(names(byId)).containsExactly("ops");
        assertThat(refused(() -> directory.show(byId, "dev"))).isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(refused(() -> directory.members(byName, "ops")))
                .isEqualTo(Reason.CHANNEL_NOT_FOUND);
        assertThat(directory.members(bobOnly, "general")).hasSize(1);
    }

    private Sight sight(ObserverFilters filters) {
        return TestTenants.observing(acme, filters);
    }

    private List<String> names(Sight sight) {
        return directory.list(sight, true).stream().map(Channel::name).toList();
    }

    private Channel create(String name, @Nullable String topic) {
        return changes.create(alice, new NewChannel(name, topic, null));
    }

    private static Reason refused(ThrowingCallable work) {
        return catchThrowableOfType(Refusal.class, work).reason();
    }
}
