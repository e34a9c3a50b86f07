package dev.waybill.server.network.read;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.network.api.TimelineMessage;
import dev.waybill.server.network.read.TimelineTable.Stored;
import dev.waybill.server.store.ReadTx;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads conversations that the caller is known to see.
final class Timeline {
    private final TimelineTable table = new TimelineTable();
    private final WireWorkspaces workspaces;
    private final KeptEnvelopes kept;

    Timeline(WireWorkspaces workspaces) {
        this.workspaces = workspaces;
        this.kept = new KeptEnvelopes(workspaces.config());
    }

    Page<Stored> page(ReadTx tx, Conversation place, TimelinePart part) {
        return table.page(tx, place, part);
    }

    /// To be called when no connection is held any more: envelopes may be large.
    Page<TimelineMessage> shown(NetworkSight sight, Page<Stored> page) {
        String workspace = workspaces.nameOf(sight.workspace());
        return page.map(stored -> message(stored, workspace));
    }

    /// The signs that were found in a message.
    static List<String> flags(@Nullable String stored) {
        return stored == null || stored.isEmpty()
                ? List.of()
                : Arrays.stream(stored.split(",", -1)).map(String::strip).toList();
    }

    private TimelineMessage message(Stored stored, @Nullable String workspace) {
        StoredEnvelope envelope = StoredEnvelope.of(stored.envelope());
        Places place = Places.of(stored.container());
        Instant recorded = Snowflakes.instantOf(stored.id());
        String id = envelope.text("id");
        return new TimelineMessage(
                Long.toString(stored.id()),
                id == null ? "" : id,
                workspace,
                stored.channel(),
                place.surface(),
                place.thread(),
                place.direct(),
                stored.kind(),
                stored.direction(),
                stored.from(),
                stored.to(),
                stored.displayName(),
                stored.session(),
                stored.direction().equals("sent"),
                stored.work(),
                envelope.text("reply_to"),
                envelope.text("trace_id"),
                envelope.text("causation_id"),
                envelope.said("intent"),
                envelope.said("text"),
                envelope.preview(stored.kind()),
                envelope.body(),
                stored.trust(),
                flags(stored.flags()),
                envelope.time("ts").orElse(recorded),
                recorded,
                kept.wrapped(stored.envelope(), stored.trust()).orElse(null));
    }
}
