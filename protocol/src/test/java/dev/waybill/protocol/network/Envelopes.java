package dev.waybill.protocol.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.wire.EnvelopeReader;
import dev.waybill.protocol.network.wire.Reading;

/// Envelopes for tests, made from the raw text that a peer would send.
public final class Envelopes {
    public static final long NOW = 1775822400;

    private Envelopes() {}

    /// In the `workspace` profile: `coder.sess-abc` in `builders`.
    public static ObjectText draft(String id, String kind) {
        return new ObjectText()
                .put("protocol", "agh-network/v0")
                .put("id", id)
                .put("workspace_id", "ws_alpha")
                .put("kind", kind)
                .put("channel", "builders")
                .put("ts", NOW);
    }

    public static ObjectText inThread(String id, String kind) {
        return draft(id, kind).put("surface", "thread").put("thread_id", "thread_patch_42");
    }

    public static Envelope say(String id, String text) {
        return read(
                inThread(id, "say")
                        .put("from", "coder.sess-abc")
                        .put("body", new ObjectText().put("text", text).done()));
    }

    public static Envelope read(ObjectText draft) {
        return read(NetworkProfile.WORKSPACE.with(Secrets.REDACT), draft.done());
    }

    public static Envelope read(NetworkProfile profile, RawJson document) {
        return switch (new EnvelopeReader(profile).read(document.text().getBytes(UTF_8))) {
            case Reading.Accepted(var envelope, var _) -> envelope;
            case Reading.Rejected rejected -> throw new IllegalArgumentException(rejected.detail());
        };
    }
}
