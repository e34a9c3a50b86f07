package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.ReplayKey;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.prompt.SessionPrompt;
import dev.waybill.protocol.network.prompt.Suspicion;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An envelope with all that is derived from it, made before its turn in the store comes.
///
/// @param key the hash of what makes it the same as a copy of it
/// @param content the hash of what it says, whenever that was
/// @param trace the bytes as they came or go
/// @param prompt what a session gets to read of it without a signature; null where that is made when it is needed
record Letter(
        Envelope envelope,
        String text,
        String key,
        String content,
        @Nullable String preview,
        Set<Suspicion> flags,
        Decision.Trace trace,
        @Nullable String prompt) {
    /// One that came, byte for byte like that.
    static Letter received(Envelope envelope, Wire wire, byte[] bytes) {
        String prompt =
                envelope.content() instanceof Content.Placed
                        ? SessionPrompt.of(envelope, Trust.UNTRUSTED)
                        : null;
        return of(envelope, wire.text(envelope), Decision.Trace.of(bytes), prompt);
    }

    /// One of our own, or one that was kept.
    static Letter of(Envelope envelope, Wire wire) {
        String text = wire.text(envelope);
        byte[] bytes = text.getBytes(UTF_8);
        return of(envelope, text, Decision.Trace.of(bytes), null);
    }

    /// What a session gets to read.
    String prompt(Trust trust) {
        return prompt == null || trust != Trust.UNTRUSTED
                ? SessionPrompt.of(envelope, trust)
                : prompt;
    }

    Decision decision(WorkspaceId workspace, Direction direction) {
        return Decision.about(workspace, direction, envelope, trace);
    }

    private static Letter of(
            Envelope envelope, String text, Decision.Trace trace, @Nullable String prompt) {
        return new Letter(
                envelope,
                text,
                ReplayKey.of(envelope).hash(),
                Timeline.content(envelope),
                Previews.of(envelope),
                Suspicion.of(envelope),
                trace,
                prompt);
    }
}
