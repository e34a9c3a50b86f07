package dev.waybill.protocol.network.work;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.WorkState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Something one peer does for another, in one conversation, from its opening to its end.
public record Work(
        WorkId id, Scope scope, Place place, PeerId initiator, PeerId target, WorkState state) {
    /// What the envelope makes of the work it names.
    ///
    /// @param known the work of that name, if there is one
    public static WorkStep step(Optional<Work> known, Envelope envelope, NetworkProfile profile) {
        if (!(envelope.content() instanceof Content.Placed placed) || placed.work() == null) {
            return new WorkStep.Unconcerned();
        }
        return known.isPresent()
                ? known.get().after(placed, envelope, profile)
                : unknown(placed.work(), placed, envelope);
    }

    private static WorkStep unknown(WorkId id, Content.Placed placed, Envelope envelope) {
        if (!speaks(placed)) {
            return new WorkStep.Ignored("nothing is known of this work");
        }
        PeerId to = envelope.to();
        if (to == null) {
            return new WorkStep.Refused(
                    ReasonCode.INTERNAL, "work is opened with one peer, so it needs to");
        }
        return new WorkStep.Opened(
                new Work(
                        id,
                        envelope.scope(),
                        placed.place(),
                        envelope.from(),
                        to,
                        WorkState.SUBMITTED));
    }

    private WorkStep after(Content.Placed placed, Envelope envelope, NetworkProfile profile) {
        if (!scope.equals(envelope.scope()) || !place.equals(placed.place())) {
            return new WorkStep.Refused(
                    ReasonCode.WORK_CONTAINER_MISMATCH, "the work is of another conversation");
        }
        PeerId other = other(envelope.from());
        if (other == null) {
            return new WorkStep.Ignored("the sender has no part in this work");
        }
        if (speaks(placed) && !other.equals(envelope.to())) {
            return envelope.to() == null
                    ? new WorkStep.Refused(ReasonCode.INTERNAL, "what is said about work needs to")
                    : new WorkStep.Ignored("it is not for the other side of this work");
        }
        return switch (state.after(WorkState.Event.of(placed))) {
            case WorkState.Change.Moved(var next) -> new WorkStep.Moved(in(next));
            case WorkState.Change.Same _ -> new WorkStep.Unchanged(this);
            case WorkState.Change.Illegal _ ->
                    new WorkStep.Refused(ReasonCode.INTERNAL, "work cannot become submitted again");
            case WorkState.Change.Closed _ ->
                    new WorkStep.Refused(profile.closedWork(), "the work is " + state.wire());
        };
    }

    private Work in(WorkState next) {
        return new Work(id, scope, place, initiator, target, next);
    }

    private @Nullable PeerId other(PeerId peer) {
        if (peer.equals(initiator)) {
            return target;
        }
        return peer.equals(target) ? initiator : null;
    }

    private static boolean speaks(Content.Placed placed) {
        return WorkState.Event.of(placed) == WorkState.Event.SPEAK;
    }
}
