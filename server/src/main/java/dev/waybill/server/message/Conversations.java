package dev.waybill.server.message;

import dev.waybill.protocol.conversation.Conversation;
import dev.waybill.protocol.conversation.ConversationSummary;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.message.ConversationTable.Last;
import dev.waybill.server.message.ConversationTable.Line;
import dev.waybill.server.message.UnreadTable.UnreadRoom;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The conversations of agents outside the channels.
public final class Conversations {
    private final Database database;
    private final ConversationTable conversations = new ConversationTable();
    private final UnreadTable unread = new UnreadTable();
    private final Visibility visibility = new Visibility();

    public Conversations(Database database) {
        this.database = database;
    }

    /// Those the agent takes part in, latest first.
    public List<Conversation> of(Caller.Agent agent) {
        return database.read(
                tx -> {
                    var participants = conversations.participants(tx, agent.agent());
                    Map<ChannelId, Long> counts =
                            unread.byRoom(tx, agent.agent()).stream()
                                    .collect(
                                            Collectors.toMap(
                                                    room -> room.room().id(), UnreadRoom::count));
                    return conversations.of(tx, agent.agent()).stream()
                            .map(
                                    line ->
                                            conversation(
                                                    line,
                                                    participants.getOrDefault(
                                                            line.room().id(), List.of()),
                                                    counts.getOrDefault(line.room().id(), 0L)))
                            .toList();
                });
    }

    /// Those of the workspace that the caller may see, latest first.
    public List<ConversationSummary> all(Caller caller) {
        return database.read(
                tx -> {
                    var participants = conversations.participants(tx, caller.workspace());
                    return conversations.of(tx, caller.workspace()).stream()
                            .filter(line -> visibility.sees(tx, caller, line.room()))
                            .map(
                                    line ->
                                            summary(
                                                    tx,
                                                    caller,
                                                    line,
                                                    participants.getOrDefault(
                                                            line.room().id(), List.of())))
                            .toList();
                });
    }

    static String type(ChannelKind kind) {
        return kind == ChannelKind.GROUP ? "group" : "1:1";
    }

    private static Conversation conversation(
            Line line, List<Conversation.Participant> participants, long unread) {
        Last last = line.last();
        return new Conversation(
                line.room().name(),
                type(line.room().kind()),
                line.title(),
                participants,
                last == null ? null : last(last),
                unread,
                line.createdAt());
    }

    private static Conversation.LastMessage last(Last last) {
        Heading heading = last.heading();
        return new Conversation.LastMessage(
                heading.id(), last.text(), heading.author(), heading.at());
    }

    private ConversationSummary summary(
            ReadTx tx, Caller caller, Line line, List<Conversation.Participant> participants) {
        Last last = line.last();
        boolean shown = last != null && Visibility.sees(caller, last.heading());
        return new ConversationSummary(
                line.room().name(),
                line.room().id(),
                type(line.room().kind()),
                participants.stream().map(Conversation.Participant::agentName).toList(),
                shown ? summary(last) : null,
                shown || last == null ? conversations.count(tx, line.room().id()) : 0);
    }

    private static ConversationSummary.@Nullable LastMessage summary(@Nullable Last last) {
        return last == null
                ? null
                : new ConversationSummary.LastMessage(
                        last.text(), last.heading().author(), last.author(), last.heading().at());
    }
}
