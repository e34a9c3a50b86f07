package dev.waybill.protocol.network.prompt;

import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Trust;

/// The words that a session gets for an envelope: the wrapper, and how to answer.
public final class SessionPrompt {
    private SessionPrompt() {}

    public static String of(Envelope envelope, Trust trust) {
        String guidance = ReplyGuidance.of(envelope);
        String wrapped = Wrapper.wrap(envelope, trust);
        return guidance.isEmpty() ? wrapped : wrapped + "\n\n" + guidance;
    }
}
