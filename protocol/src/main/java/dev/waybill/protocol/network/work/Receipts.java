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
        return about(envelope, Admission.refusing(envelope.id(), reason), id, ts);
    }

    /// Empty if the envelope is no directed work, or asks for no receipt by being one.
    public static Optional<Envelope> about(
            Envelope envelope, Admission admission, EnvelopeId id, long ts) {
        PeerId target = envelope.to();
        if (target == null || !(envelope.content() instanceof Content.Placed placed)) {
            return Optional.empty();
        }
        return switch (placed) {
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
