package dev.waybill.protocol.network.wire;

import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.NetworkProfile;
import dev.waybill.protocol.network.NetworkWorkspace;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.TraceId;
import dev.waybill.protocol.network.Wording;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import org.jspecify.annotations.Nullable;

/// Writes envelopes as the profile spells them, to a peer in the words it uses.
public record EnvelopeWriter(NetworkProfile profile) {
    public RawJson write(Envelope envelope) {
        boolean older = envelope.wording() == Wording.OLDER && profile.olderWords();
        NetworkWorkspace workspace = envelope.scope().workspace();
        PeerId to = envelope.to();
        EnvelopeId replyTo = envelope.links().replyTo();
        TraceId trace = envelope.links().traceId();
        EnvelopeId cause = envelope.links().causationId();
        ObjectText text =
                new ObjectText()
                        .put("protocol", profile.protocol())
                        .put("id", envelope.id().value())
                        .putSome("workspace_id", workspace == null ? null : workspace.value())
                        .put("kind", envelope.kind().wire())
                        .put("channel", envelope.scope().channel().value());
        if (!older) {
            place(text, envelope.content());
        }
        WorkId work = envelope.work();
        text.put("from", envelope.from().value())
                .putSome("to", to == null ? null : to.value())
                .putSome(
                        older ? Draft.INTERACTION_ID : "work_id",
                        work == null ? null : work.value())
                .putSome("reply_to", replyTo == null ? null : replyTo.value())
                .putSome("trace_id", trace == null ? null : trace.value())
                .putSome("causation_id", cause == null ? null : cause.value())
                .put("ts", envelope.ts())
                .putSome("expires_at", envelope.expiresAt())
                .put("body", envelope.body());
        proof(text, envelope.proof());
        return text.putSome("ext", envelope.ext()).done();
    }

    private static void place(ObjectText text, Content content) {
        if (content instanceof Content.Placed placed) {
            text.put("surface", placed.place().surface());
            switch (placed.place()) {
                case Place.InThread(var thread) -> text.put("thread_id", thread.value());
                case Place.InRoom(var room) -> text.put("direct_id", room.value());
            }
        }
    }

    /// Always there, as the reference runtime has it.
    private static void proof(ObjectText text, @Nullable RawJson proof) {
        if (proof == null) {
            text.putNull("proof");
        } else {
            text.put("proof", proof);
        }
    }
}
