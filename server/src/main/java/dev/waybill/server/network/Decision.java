package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Sha256;
import dev.waybill.protocol.network.wire.Claim;
import dev.waybill.server.store.Row;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One decision, as the audit keeps it: what a peer claimed is in it only in a form that does no harm.
record Decision(
        WorkspaceId workspace,
        Direction direction,
        @Nullable String kind,
        @Nullable String channel,
        @Nullable String container,
        @Nullable String work,
        @Nullable String from,
        @Nullable String to,
        @Nullable String message,
        @Nullable String session,
        @Nullable String reason,
        @Nullable String detail,
        Trace trace) {
    /// The columns of a kept message that a decision about it is made of, as `network_message m`.
    static final String COLUMNS =
            "m.kind, m.channel, m.container, m.work_id, m.peer_from, m.peer_to, m.shown_id, m.size, m.hash";

    /// The bytes it was about.
    record Trace(int size, String hash) {
        static Trace of(byte[] bytes) {
            return new Trace(bytes.length, Sha256.hex(bytes));
        }
    }

    /// About an envelope that is well-formed.
    static Decision about(
            WorkspaceId workspace, Direction direction, Envelope envelope, Trace trace) {
        PeerId to = envelope.to();
        return new Decision(
                workspace,
                direction,
                envelope.kind().wire(),
                envelope.scope().channel().value(),
                container(envelope),
                Names.shown(Names.key(envelope.work())),
                envelope.from().value(),
                to == null ? null : to.value(),
                Names.shown(envelope.id().value()),
                null,
                null,
                null,
                trace);
    }

    /// About something that was refused when it was read.
    static Decision refused(WorkspaceId workspace, @Nullable Claim claim, Trace trace) {
        if (claim == null) {
            return new Decision(
                    workspace,
                    Direction.REJECTED,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    trace);
        }
        return new Decision(
                workspace,
                Direction.REJECTED,
                known(claim.kind()),
                Names.shown(claim.channel()),
                Names.shown(claim.threadId() == null ? claim.directId() : claim.threadId()),
                Names.shown(claim.work()),
                Names.shown(claim.from()),
                Names.shown(claim.to()),
                Names.shown(claim.id()),
                null,
                null,
                null,
                trace);
    }

    /// The same about what was kept, read from columns 1 to 9 of such a row.
    static Decision read(Row row, WorkspaceId workspace, Direction direction) {
        return new Decision(
                workspace,
                direction,
                row.text(1),
                row.text(2),
                row.textOrNull(3),
                Names.shown(row.textOrNull(4)),
                row.text(5),
                row.textOrNull(6),
                row.text(7),
                null,
                null,
                null,
                new Trace((int) row.number(8), row.text(9)));
    }

    Decision as(Direction other) {
        return new Decision(
                workspace, other, kind, channel, container, work, from, to, message, session,
                reason, detail, trace);
    }

    Decision because(@Nullable String why, @Nullable String words) {
        return new Decision(
                workspace, direction, kind, channel, container, work, from, to, message, session,
                why, words, trace);
    }

    Decision forSession(@Nullable String id) {
        return new Decision(
                workspace, direction, kind, channel, container, work, from, to, message, id, reason,
                detail, trace);
    }

    /// The thread or the room it is said in.
    static @Nullable String container(Envelope envelope) {
        return envelope.content() instanceof Content.Placed placed
                ? container(placed.place())
                : null;
    }

    static String container(Place place) {
        return switch (place) {
            case Place.InThread(var thread) -> thread.value();
            case Place.InRoom(var room) -> room.value();
        };
    }

    private static @Nullable String known(@Nullable String kind) {
        return Arrays.stream(Kind.values())
                .map(Kind::wire)
                .filter(word -> word.equals(kind))
                .findFirst()
                .orElse(Names.shown(kind));
    }
}
