package dev.waybill.server.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.ledger.LedgerEvent;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SightTest {
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");
    private static final WorkspaceId WORKSPACE = new WorkspaceId(1);
    private static final AgentId ALICE = new AgentId(10);
    private static final AgentId BOB = new AgentId(11);
    private static final LedgerEvent.Room GENERAL =
            new LedgerEvent.Room(new ChannelId(20), ChannelKind.CHANNEL, "general");
    private static final LedgerEvent.Room OPS =
            new LedgerEvent.Room(new ChannelId(21), ChannelKind.CHANNEL, "ops");
    private static final LedgerEvent.Room DM =
            new LedgerEvent.Room(new ChannelId(22), ChannelKind.DM, "dm_abc");
    private static final ObserverFilters WITH_DMS =
            new ObserverFilters(null, null, true, null, null, null, null);

    @ParameterizedTest
    @CsvSource({
        "message.created, messages:read",
        "message.updated, messages:read",
        "message.read, messages:read",
        "webhook.received, messages:read",
        "thread.reply, threads:read",
        "message.reacted, reactions:read",
        "dm.received, dms:read",
        "group_dm.received, dms:read",
        "file.uploaded, files:read",
        "agent.status.active, agents:read",
        "agent.status.idle, agents:read",
        "agent.status.blocked, agents:read",
        "agent.status.waiting, agents:read",
        "agent.status.offline, agents:read",
        "agent.status.changed, agents:read",
        "member.joined, channels:read",
        "member.left, channels:read",
        "member.channel_muted, channels:read",
        "member.channel_unmuted, channels:read",
        "channel.created, channels:read",
        "channel.updated, channels:read",
        "channel.archived, channels:read",
        "delivery.accepted, deliveries:read",
        "delivery.delivered, deliveries:read",
        "delivery.deferred, deliveries:read",
        "delivery.failed, deliveries:read",
        "node.online, nodes:read",
        "action.registered, activity:read",
        "action.invoked, activity:read",
        "action.completed, activity:read",
        "action.failed, activity:read",
        "action.denied, activity:read",
        "harness.tool.called, activity:read",
        "agent.removed, activity:read",
        "something, activity:read"
    })
    void an_event_is_seen_with_its_scope_and_with_no_other(String type, String needed) {
        LedgerEvent event = event(type, GENERAL, ALICE);
        ObserverScope scope = ObserverScope.of(needed);

        assertThat(sight(EnumSet.of(scope), WITH_DMS).event(event)).isTrue();
        assertThat(sight(EnumSet.complementOf(EnumSet.of(scope)), WITH_DMS).event(event)).isFalse();
        assertThat(Sight.of(new Caller.Owner(WORKSPACE)).event(event)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "dm.received",
        "thread.reply",
        "message.read",
        "message.reacted",
        "delivery.accepted",
        "delivery.failed",
        "message.updated"
    })
    void whatever_happens_in_a_conversation_needs_the_scope_and_the_filter(String type) {
        LedgerEvent event = event(type, DM, ALICE);
        Set<ObserverScope> all = EnumSet.allOf(ObserverScope.class);
        Set<ObserverScope> noDms = EnumSet.complementOf(EnumSet.of(ObserverScope.DMS_READ));

        assertThat(sight(all, WITH_DMS).event(event)).isTrue();
        assertThat(sight(all, ObserverFilters.NONE).event(event)).isFalse();
        assertThat(sight(noDms, WITH_DMS).event(event)).isFalse();
        assertThat(Sight.of(new Caller.Owner(WORKSPACE)).event(event)).isTrue();
    }

    @Test
    void only_the_conversations_that_are_named_are_seen() {
        Sight sight =
                all(new ObserverFilters(null, null, true, List.of("dm_abc"), null, null, null));

        assertThat(sight.event(event("dm.received", DM, ALICE))).isTrue();
        assertThat(sight.conversation("dm_abc")).isTrue();
        assertThat(sight.conversation("dm_other")).isFalse();
        assertThat(sight.room(new ChannelId(5), ChannelKind.GROUP, "77")).isFalse();
        assertThat(sight.channel(GENERAL.id(), GENERAL.name())).isTrue();
    }

    @Test
    void a_channel_is_seen_by_its_id_or_by_its_name() {
        Sight sight =
                all(
                        new ObserverFilters(
                                List.of(GENERAL.id()),
                                List.of("ops"),
                                null,
                                null,
                                null,
                                null,
                                null));

        assertThat(sight.event(event("message.created", GENERAL, ALICE))).isTrue();
        assertThat(sight.event(event("message.created", OPS, ALICE))).isTrue();
        assertThat(sight.channel(new ChannelId(99), "random")).isFalse();
        assertThat(sight.event(event("agent.status.idle", null, ALICE))).isFalse();
    }

    @Test
    void an_agent_filter_hides_the_others_and_what_is_about_nobody() {
        Sight sight = all(new ObserverFilters(null, null, null, null, List.of(ALICE), null, null));

        assertThat(sight.event(event("message.created", GENERAL, ALICE))).isTrue();
        assertThat(sight.event(event("message.created", GENERAL, BOB))).isFalse();
        assertThat(sight.event(event("channel.created", GENERAL, null))).isFalse();
        assertThat(sight.agent(BOB)).isFalse();
    }

    @Test
    void types_and_times_narrow_too_and_empty_lists_do_not() {
        Sight typed =
                all(
                        new ObserverFilters(
                                List.of(),
                                List.of(),
                                null,
                                List.of(),
                                List.of(),
                                List.of("message.created"),
                                NOON));

        assertThat(typed.event(event("message.created", GENERAL, ALICE))).isTrue();
        assertThat(typed.event(event("message.reacted", GENERAL, ALICE))).isFalse();
        assertThat(typed.at(NOON)).isTrue();
        assertThat(typed.at(NOON.minusMillis(1))).isFalse();
    }

    @Test
    void what_was_said_in_an_unknown_place_counts_as_private() {
        LedgerEvent event = event("message.read", null, ALICE);

        assertThat(all(ObserverFilters.NONE).event(event)).isFalse();
        assertThat(all(WITH_DMS).event(event)).isTrue();
        assertThat(all(ObserverFilters.NONE).event(event("agent.status.idle", null, ALICE)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "network.message.received",
        "network.message.sent",
        "network.message.dropped",
        "network.message.flagged",
        "network.work.opened"
    })
    void what_two_peers_of_the_network_do_alone_counts_as_private(String type) {
        LedgerEvent direct = network(type, "direct_0123456789abcdef0123456789abcdef");
        Set<ObserverScope> noDms = EnumSet.complementOf(EnumSet.of(ObserverScope.DMS_READ));

        assertThat(all(WITH_DMS).event(direct)).isTrue();
        assertThat(all(ObserverFilters.NONE).event(direct)).isFalse();
        assertThat(sight(noDms, WITH_DMS).event(direct)).isFalse();
        assertThat(Sight.of(new Caller.Owner(WORKSPACE)).event(direct)).isTrue();
        assertThat(all(ObserverFilters.NONE).event(network(type, "thread_release"))).isTrue();
    }

    private static LedgerEvent network(String type, String container) {
        return new LedgerEvent(
                1, type, null, null, Json.emptyObject().put("container", container), NOON);
    }

    private static Sight all(ObserverFilters filters) {
        return sight(EnumSet.allOf(ObserverScope.class), filters);
    }

    private static Sight sight(Set<ObserverScope> scopes, ObserverFilters filters) {
        return Sight.of(new Caller.Observer(WORKSPACE, new ObserverId("ot_1"), scopes, filters));
    }

    private static LedgerEvent event(
            String type, LedgerEvent.@Nullable Room room, @Nullable AgentId agent) {
        return new LedgerEvent(1, type, room, agent, Json.emptyObject(), NOON);
    }
}
