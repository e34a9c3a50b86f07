package dev.waybill.server.network.read;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.prompt.ReplyGuidance;
import dev.waybill.protocol.network.prompt.Wrapper;

/// The words that a session gets for an envelope: the wrapper, and how to answer.
public final class SessionPrompt {
    private SessionPrompt() {}

    public static String of(Envelope envelope, Trust trust) {
        String guidance = ReplyGuidance.of(envelope);
        String wrapped = Wrapper.wrap(envelope, trust);
        return guidance.isEmpty() ? wrapped : wrapped + "\n\n" + guidance;
    }
}
