package dev.waybill.server.network;

import dev.waybill.protocol.id.MessageId;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Freshness;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.prompt.SessionPrompt;
import dev.waybill.server.message.NetworkMail;
import dev.waybill.server.network.InboxTable.Arrival;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A message as it can be handed to sessions.
///
/// @param prompt what a session gets to read; null where that is made when it is needed
/// @param received the decision that brought it here
record Ready(long id, Envelope envelope, Trust trust, @Nullable String prompt, Decision received) {
    boolean isOver(Instant now) {
        return Freshness.expired(envelope, now);
    }

    NetworkMail.Words words(LocalPeer peer) {
        Long end = envelope.expiresAt();
        return new NetworkMail.Words(
                prompt == null ? SessionPrompt.of(envelope, trust) : prompt,
                Particulars.of(peer, id, envelope, trust),
                end == null ? null : Instant.ofEpochSecond(end));
    }

    Arrival arrival(@Nullable MessageId handedAs) {
        return new Arrival(id, envelope.expiresAt(), handedAs);
    }

    /// About how much memory it takes.
    int weight() {
        return 1024 + 4 * received.trace().size() + (prompt == null ? 0 : prompt.length());
    }
}
