package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One message between peers, well-formed. Who sent it is only what it says.
///
/// @param to the one peer it is for; everybody in the channel when absent
/// @param ts when it was made, in seconds
/// @param expiresAt from when on it must not be acted upon, in seconds
/// @param body as it travels, with the fields nobody here knows
/// @param proof what a signature is checked against; by itself it proves nothing
public record Envelope(
        EnvelopeId id,
        Scope scope,
        PeerId from,
        @Nullable PeerId to,
        long ts,
        @Nullable Long expiresAt,
        Links links,
        Content content,
        RawJson body,
        @Nullable RawJson proof,
        Map<String, RawJson> ext,
        Wording wording) {
    public Envelope {
        ext = Ext.copy(ext);
        if (ts <= 0) {
            throw new IllegalArgumentException("ts is not positive: " + ts);
        }
        switch (content) {
            case Content.Greet(var card, var _) -> checkCard(card, from);
            case Content.WhoisResponse(var card, var _) -> {
                checkCard(card, from);
                if (links.replyTo() == null) {
                    throw new IllegalArgumentException("a whois response needs reply_to");
                }
            }
            case Content.Direct _ -> {
                if (to == null) {
                    throw new IllegalArgumentException("direct needs to");
                }
            }
            case Content.WhoisRequest _, Content.Placed _ -> {}
        }
    }

    /// One of our own, in the current words.
    public static Envelope of(
            EnvelopeId id,
            Scope scope,
            PeerId from,
            @Nullable PeerId to,
            long ts,
            @Nullable Long expiresAt,
            Links links,
            Content content) {
        Wording wording = content instanceof Content.Direct ? Wording.OLDER : Wording.CURRENT;
        return new Envelope(
                id,
                scope,
                from,
                to,
                ts,
                expiresAt,
                links,
                content,
                content.body(),
                null,
                Map.of(),
                wording);
    }

    public Envelope worded(Wording other) {
        return new Envelope(
                id, scope, from, to, ts, expiresAt, links, content, body, proof, ext, other);
    }

    /// The same, said elsewhere.
    public Envelope in(Scope other) {
        return new Envelope(
                id, other, from, to, ts, expiresAt, links, content, body, proof, ext, wording);
    }

    /// The same, made at another time.
    public Envelope at(long otherTs) {
        return new Envelope(
                id, scope, from, to, otherTs, expiresAt, links, content, body, proof, ext, wording);
    }

    public Kind kind() {
        return content.kind();
    }

    /// The work it belongs to, if any.
    public @Nullable WorkId work() {
        return content instanceof Content.Placed placed ? placed.work() : null;
    }

    private static void checkCard(PeerCard card, PeerId from) {
        if (!card.peer().equals(from)) {
            throw new IllegalArgumentException("peer_card.peer_id is not from");
        }
    }
}
