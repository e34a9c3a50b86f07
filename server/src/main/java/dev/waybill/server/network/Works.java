package dev.waybill.server.network;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.work.Work;
import dev.waybill.protocol.network.work.WorkStep;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The units of work of each workspace, and what envelopes make of them.
final class Works {
    private final Wire wire;
    private final Events events;
    private final WorkTable table = new WorkTable();

    Works(Wire wire, Events events) {
        this.wire = wire;
        this.events = events;
    }

    /// What the envelope would make of the work it names.
    WorkStep step(ReadTx tx, WorkspaceId workspace, Envelope envelope) {
        WorkId id = envelope.work();
        Optional<Work> known = id == null ? Optional.empty() : table.find(tx, workspace, id);
        return Work.step(known, envelope, wire.profile());
    }

    /// How many units of work more are open after the step.
    static int opened(WorkStep step) {
        return switch (step) {
            case WorkStep.Opened _ -> 1;
            case WorkStep.Moved(var work) -> work.state().terminal() ? -1 : 0;
            case WorkStep.Unchanged _,
                    WorkStep.Unconcerned _,
                    WorkStep.Ignored _,
                    WorkStep.Refused _ ->
                    0;
        };
    }

    /// Does it; `message` is the number of what did.
    void apply(
            Tx tx,
            WorkspaceId workspace,
            WorkStep step,
            @Nullable String session,
            long message,
            Instant now) {
        switch (step) {
            case WorkStep.Opened(var work) -> {
                table.open(tx, workspace, work, session, now);
                events.work(tx, workspace, work, "network.work.opened", message, now);
            }
            case WorkStep.Moved(var work) -> {
                table.move(tx, workspace, work, now);
                String type =
                        work.state().terminal()
                                ? "network.work.closed"
                                : "network.work.transitioned";
                events.work(tx, workspace, work, type, message, now);
            }
            case WorkStep.Unchanged(var work) -> table.touch(tx, workspace, work.id(), now);
            case WorkStep.Unconcerned _, WorkStep.Ignored _, WorkStep.Refused _ -> {}
        }
    }
}
