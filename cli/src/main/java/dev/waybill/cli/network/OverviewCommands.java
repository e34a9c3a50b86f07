package dev.waybill.cli.network;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Fields;
import dev.waybill.cli.text.Plain;
import dev.waybill.cli.text.Table;
import dev.waybill.cli.text.When;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// How the network is, who is on it, and its channels.
record OverviewCommands(Terminal terminal) {
    private static final String PURPOSE = "--purpose";
    private static final String AGENT = "--agent";
    private static final int WIDTH = 60;

    List<Command> all() {
        return List.of(status(), peers(), channels());
    }

    private Command status() {
        return draft(
                        "status",
                        "Show how the network is, seen from this server.",
                        "waybill network status")
                .does(
                        session ->
                                session.show(
                                        session.asReader(Routes.get("status")),
                                        OverviewCommands::status));
    }

    private static String status(JsonNode status) {
        return Fields.of(
                        status,
                        "enabled",
                        "status",
                        "profile",
                        "carrier",
                        "listener_host",
                        "listener_port",
                        "trouble",
                        "last_disconnect",
                        "default_channel",
                        "channels",
                        "local_peers",
                        "remote_peers",
                        "queued_messages",
                        "queued_sessions",
                        "outbox",
                        "messages_sent",
                        "messages_received",
                        "messages_rejected",
                        "messages_delivered",
                        "flagged",
                        "open_threads",
                        "open_direct_rooms",
                        "open_work_items",
                        "conversation_messages")
                + "\n\n"
                + Table.of(
                        status.path("kind_metrics"),
                        "kind",
                        "sent",
                        "received",
                        "rejected",
                        "delivered");
    }

    private Command peers() {
        return draft(
                        "peers",
                        "List the peers of the network, or of one channel. What a peer says of itself proves nothing.",
                        "waybill network peers builders")
                .words("channel", "Only those of this channel.")
                .option(Routes.PEER, "peer", "Only this one, with all that is known of it.")
                .option(Routes.LIMIT, "number", "How many at most, up to 500.")
                .option(
                        Routes.AFTER,
                        "place",
                        "Only what comes after this: where the page before said to go on.")
                .does(OverviewCommands::peers);
    }

    private static void peers(Session session) {
        Optional<String> channel = oneChannel(session);
        Optional<String> peer = session.value(Routes.PEER);
        if (peer.isPresent()) {
            session.show(
                    session.asReader(Routes.get("peers", peer.get()).query("channel", channel)),
                    OverviewCommands::peer);
        } else {
            session.show(
                    session.pageAsReader(
                            Routes.get("peers")
                                    .query("channel", channel)
                                    .query("limit", session.value(Routes.LIMIT))
                                    .query("after", session.value(Routes.AFTER)),
                            Routes.AFTER),
                    OverviewCommands::peerTable);
        }
    }

    private static Optional<String> oneChannel(Session session) {
        List<String> words = session.given().words("channel");
        if (words.size() > 1) {
            throw Session.misused("name one channel, or none");
        }
        return words.stream().findFirst().map(Session::channel);
    }

    private static String peerTable(JsonNode peers) {
        Table table =
                Table.of("PEER", "NAME", "CHANNEL", "WHERE", "STATE", "LAST SEEN", "CAPABILITIES");
        for (JsonNode peer : peers) {
            table.row(
                    Plain.field(peer, "peer_id"),
                    Plain.field(peer, "display_name"),
                    Plain.field(peer, "channel"),
                    peer.path("local").asBoolean(false) ? "here" : "elsewhere",
                    Plain.field(peer, "presence_state"),
                    When.field(peer, "last_seen"),
                    capabilities(peer));
        }
        return table.text();
    }

    private static String capabilities(JsonNode peer) {
        String ids =
                peer.path("peer_card")
                        .path("capabilities")
                        .valueStream()
                        .map(each -> each.path("id").asString(""))
                        .collect(Collectors.joining(", "));
        return ids.isEmpty() ? "-" : Plain.line(ids, WIDTH);
    }

    private static String peer(JsonNode peer) {
        return Fields.of(
                        peer,
                        "peer_id",
                        "display_name",
                        "channel",
                        "local",
                        "session_id",
                        "route_token",
                        "presence_state",
                        "joined_at",
                        "last_seen",
                        "expires_at",
                        "pinned_key",
                        "metrics")
                + "\n\nsays that it can (which proves nothing)\n"
                + Table.of(
                        peer.path("peer_card").path("capabilities"),
                        "id",
                        "summary",
                        "outcome",
                        "version");
    }

    private Command channels() {
        return draft(
                        "channels",
                        "List the channels of the network; make or show one.",
                        "waybill network channels")
                .does(
                        session ->
                                session.show(
                                        session.asReader(Routes.get("channels")),
                                        data ->
                                                Table.of(
                                                        data,
                                                        "channel",
                                                        "peer_count",
                                                        "local_peer_count",
                                                        "thread_count",
                                                        "direct_count",
                                                        "open_work_count",
                                                        "message_count",
                                                        "purpose")))
                .having(() -> List.of(create(), show()));
    }

    private Command create() {
        return draft(
                        "create",
                        "Make a channel of the network and have agents join it.",
                        "waybill network channels create builders --purpose 'Who builds what' --agent alice,bob")
                .words("channel", "Its name; or --channel.")
                .option(Routes.CHANNEL, "channel", "Its name.")
                .option(PURPOSE, "text", "What it is for.")
                .options(AGENT, "agent", "An agent that joins; may be given several times.")
                .does(OverviewCommands::create);
    }

    private static void create(Session session) {
        String channel =
                oneChannel(session)
                        .or(() -> session.value(Routes.CHANNEL).map(Session::channel))
                        .orElseThrow(() -> Session.misused("say how the channel is called"));
        Body body =
                Body.of("channel", channel)
                        .with("purpose", Optional.of(Routes.needed(session, PURPOSE)))
                        .with("agent_names", session.given().values(AGENT));
        session.show(
                session.asReader(Routes.post("channels").body(body.document())),
                OverviewCommands::channel);
    }

    private Command show() {
        return draft(
                        "show",
                        "Show a channel of the network with its sessions and peers.",
                        "waybill network channels show builders")
                .word("channel", "Its name.")
                .does(
                        session ->
                                session.show(
                                        session.asReader(Routes.get("channels", session.channel())),
                                        OverviewCommands::channel));
    }

    private static String channel(JsonNode channel) {
        return Fields.of(
                        channel,
                        "channel",
                        "purpose",
                        "created_by",
                        "created_at",
                        "message_count",
                        "thread_count",
                        "direct_count",
                        "open_work_count",
                        "last_activity_at",
                        "last_message_preview")
                + "\n\n"
                + MemberCommands.table(channel.path("sessions"))
                + "\n\n"
                + peerTable(channel.path("peers"));
    }

    private RemoteCommand.Draft draft(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example);
    }
}
