package dev.waybill.protocol.network.work;

import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.Links;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ReasonCode;
import java.util.Optional;

/// The receipts that are made without asking the agent: about directed work only, to its sender, where it was said.
public final class Receipts {
    private Receipts() {}

    /// The receipt for a refusal, in the words of the envelope it is about.
    public static Optional<Envelope> about(
            Envelope envelope, ReasonCode reason, EnvelopeId id, long ts) {
        EnvelopeId about = envelope.id();
        Admission admission =
                switch (reason) {
                    case DUPLICATE -> new Admission.Duplicate(about, reason, null);
                    case EXPIRED -> new Admission.Expired(about, reason, null);
                    case UNSUPPORTED_KIND, UNSUPPORTED_PROFILE ->
                            new Admission.Unsupported(about, reason, null);
                    case MALFORMED,
                            VERIFICATION_FAILED,
                            NOT_TARGET,
                            NOT_FOUND,
                            BUSY,
                            INTERNAL,
                            INTERACTION_CLOSED,
                            WORK_CLOSED,
                            WORK_CONTAINER_MISMATCH,
                            INVALID_SURFACE,
                            CONVERSATION_NOT_FOUND,
                            LEGACY_FIELD_REJECTED ->
                            new Admission.Rejected(about, reason, null);
                };
        return about(envelope, admission, id, ts);
    }

    /// Empty if the envelope is no directed work, or asks for no receipt by being one.
    public static Optional<Envelope> about(
            Envelope envelope, Admission admission, EnvelopeId id, long ts) {
        PeerId target = envelope.to();
        if (target == null || !(envelope.content() instanceof Content.Placed placed)) {
            return Optional.empty();
        }
        return switch (placed) {
            case Content.Say say when say.work() == null -> Optional.empty();
            case Content.Receipt _, Content.Trace _ -> Optional.empty();
            case Content.Say _, Content.Direct _, Content.Offer _ ->
                    Optional.ofNullable(placed.work())
                            .map(work -> new Content.Receipt(placed.place(), work, admission))
                            .map(receipt -> answer(envelope, target, receipt, id, ts));
        };
    }

    private static Envelope answer(
            Envelope envelope, PeerId from, Content.Receipt receipt, EnvelopeId id, long ts) {
        Links links = new Links(envelope.id(), envelope.links().traceId(), envelope.id());
        return Envelope.of(id, envelope.scope(), from, envelope.from(), ts, null, links, receipt)
                .worded(envelope.wording());
    }
}
