package dev.waybill.server.message;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.store.ReadTx;
import java.util.LinkedHashSet;
import java.util.Set;

/// Who hears of what happens to a message: its author and the others in the room that have not muted it.
final class Audience {
    private static final int MOST = 10_000;
    private static final String MEMBERS =
            "select agent_id from member where channel_id = ? and agent_id <> ? and is_muted = 0 limit ?";

    /// Without the one that did it.
    Set<AgentId> of(ReadTx tx, Heading heading, AgentId actor) {
        Set<AgentId> audience =
                new LinkedHashSet<>(
                        tx.list(
                                MEMBERS,
                                row -> new AgentId(row.number(1)),
                                heading.room().id(),
                                actor,
                                MOST));
        AgentId author = heading.author();
        // Who left a conversation is told nothing more of it.
        if (!author.equals(actor) && heading.room().kind() == ChannelKind.CHANNEL) {
            audience.add(author);
        }
        return audience;
    }
}
