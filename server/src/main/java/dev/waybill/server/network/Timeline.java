package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Sha256;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.api.DirectView;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.prompt.Suspicion;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Keeps what was said in the network, as conversations, without a need to look at what was transported.
final class Timeline {
    private final TimelineTable table = new TimelineTable();

    /// One message to be kept, column by column.
    record Entry(
            long id,
            WorkspaceId workspace,
            String key,
            String content,
            String channel,
            @Nullable String container,
            Direction direction,
            @Nullable String session,
            String from,
            @Nullable String to,
            String kind,
            @Nullable String work,
            String trust,
            @Nullable String flags,
            Decision.Trace trace,
            @Nullable String shownId,
            String envelope) {}

    /// Where a message belongs and how it came.
    record Origin(
            long id,
            WorkspaceId workspace,
            Direction direction,
            @Nullable String session,
            Trust trust) {}

    /// A direct room and the two who are in it.
    record Room(String channel, String id, PeerId one, PeerId other) {}

    /// Keeps it, and what it changes about its conversation; false when it was kept before.
    ///
    /// @param openedWork how many units of work more are open in its conversation, which may be less
    boolean keep(Tx tx, Letter letter, Origin origin, int openedWork, Instant now) {
        Entry entry = entry(letter, origin);
        if (!table.insert(tx, entry)) {
            return false;
        }
        if (letter.envelope().content() instanceof Content.Placed placed) {
            tx.atEnd(Summaries.class, () -> new Summaries(tx, table))
                    .add(entry, letter, placed.place(), openedWork, now);
        }
        return true;
    }

    Optional<TimelineTable.Kept> find(ReadTx tx, WorkspaceId workspace, String key) {
        return table.find(tx, workspace, key);
    }

    /// The same message, made again now.
    void restamp(Tx tx, long id, Letter letter) {
        table.restamp(tx, id, letter);
    }

    /// A room that two peers may talk in, as it is; made if it is not there.
    DirectView open(Tx tx, WorkspaceId workspace, Room room, @Nullable String scope, Instant now) {
        table.room(tx, workspace, room, now);
        return table.view(tx, workspace, room, scope);
    }

    private static Entry entry(Letter letter, Origin origin) {
        Envelope envelope = letter.envelope();
        PeerId to = envelope.to();
        return new Entry(
                origin.id(),
                origin.workspace(),
                letter.key(),
                letter.content(),
                envelope.scope().channel().value(),
                Decision.container(envelope),
                origin.direction(),
                origin.session(),
                envelope.from().value(),
                to == null ? null : to.value(),
                envelope.kind().wire(),
                Names.key(envelope.work()),
                origin.trust().wire(),
                flags(letter.flags()),
                letter.trace(),
                Names.shown(envelope.id().value()),
                letter.text());
    }

    private static @Nullable String flags(Set<Suspicion> flags) {
        return flags.isEmpty()
                ? null
                : flags.stream().map(Suspicion::wire).sorted().collect(Collectors.joining(","));
    }

    /// The hash of everything in it but when it was made: two of the same id say the same only if this is the same.
    static String content(Envelope envelope) {
        PeerId to = envelope.to();
        ObjectText text =
                new ObjectText()
                        .put("kind", envelope.kind().wire())
                        .putSome("container", Decision.container(envelope))
                        .putSome("to", to == null ? null : to.value())
                        .putSome("work", Names.key(envelope.work()))
                        .put("links", envelope.links().toString())
                        .putSome("expires_at", envelope.expiresAt())
                        .put("body", envelope.body())
                        .putSome("ext", envelope.ext());
        return Sha256.hex(text.done().text());
    }
}
