package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.ActivityItem;
import dev.waybill.protocol.workspace.NewChannel;
import dev.waybill.server.ledger.LedgerEntry;
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

@ParameterizedClass
@EnumSource(TestEngine.class)
class ActivityTest {
    private static final ObserverFilters WITH_DMS =
            new ObserverFilters(null, null, true, null, null, null, null);

    private final TestEngine engine;
    @TempDir private Path temp;
    private TestTenants tenants;
    private Activity activity;
    private WorkspaceId acme;
    private Caller.Agent alice;

    ActivityTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        tenants = new TestTenants(engine, temp);
        activity = new Activity(tenants.database());
        acme = tenants.workspace("acme");
        alice = tenants.agent(acme, "alice");
        say("ops", "message.created", "in ops");
        say("talk", "dm.received", "in private");
        tenants.database()
                .write(tx -> tx.execute("update channel set kind = 'dm' where name = 'talk'"));
    }

    @AfterEach
    void stop() {
        tenants.close();
    }

    @Test
    void the_owner_sees_everything_newest_first() {
        List<ActivityItem> items = activity.newest(new Caller.Owner(acme), 10);

        assertThat(items).extracting(ActivityItem::text).containsExactly("in private", "in ops");
        assertThat(items).extracting(ActivityItem::type).containsExactly("dm", "message");
        assertThat(items.getFirst().conversationId()).isEqualTo("talk");
        assertThat(items.getLast().channelName()).isEqualTo("ops");
        assertThat(activity.newest(new Caller.Owner(tenants.workspace("other")), 10)).isEmpty();
    }

    @Test
    void an_observer_sees_what_its_scopes_and_filters_leave() {
        assertThat(seen(ObserverFilters.NONE, ObserverScope.MESSAGES_READ, ObserverScope.DMS_READ))
                .containsExactly("in ops");
        assertThat(seen(WITH_DMS, ObserverScope.MESSAGES_READ)).containsExactly("in ops");
        assertThat(seen(WITH_DMS, ObserverScope.DMS_READ)).containsExactly("in private");
        assertThat(seen(WITH_DMS)).isEmpty();
        assertThat(
                        seen(
                                new ObserverFilters(
                                        null, List.of("dev"), null, null, null, null, null),
                                ObserverScope.MESSAGES_READ))
                .isEmpty();
    }

    private List<String> seen(ObserverFilters filters, ObserverScope... scopes) {
        Caller observer =
                new Caller.Observer(acme, new ObserverId("ot_1"), Set.of(scopes), filters);
        return activity.newest(observer, 10).stream().map(ActivityItem::text).toList();
    }

    private void say(String room, String event, String text) {
        ChannelId channel =
                new ChannelChanges(tenants.supplies, tenants.notices)
                        .create(alice, new NewChannel(room, null, null))
                        .id();
        long id = tenants.supplies.ids().next();
        tenants.database()
                .write(
                        tx -> {
                            tx.execute(
                                    """
                                    insert into message (id, workspace_id, channel_id, agent_id, text, metadata, mode)
                                    values (?, ?, ?, ?, ?, '{}', 'wait')
                                    """,
                                    id,
                                    acme,
                                    channel,
                                    alice.agent(),
                                    text);
                            tenants.notices.record(
                                    tx,
                                    acme,
                                    new LedgerEntry(
                                            event,
                                            channel,
                                            alice.agent(),
                                            Long.toString(id),
                                            null,
                                            tenants.supplies.clock().instant()));
                            return 0;
                        });
    }
}
