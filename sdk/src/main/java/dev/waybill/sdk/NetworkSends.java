package dev.waybill.sdk;

import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.api.SentEnvelope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Has the server send what sessions say: again and again under the same id, until it has it or time is over.
final class NetworkSends {
    private final Api api;

    NetworkSends(Api api) {
        this.api = api;
    }

    SentEnvelope send(String session, NetworkDraft draft) {
        Call call = Call.post("network", "send").with(envelope(session, draft.identified()));
        RelayOptions options = api.endpoint().options();
        Deadline deadline = new Deadline(options.requestTimeout());
        Backoff backoff = Backoff.of(options);
        while (true) {
            try {
                return api.ask(call, SentEnvelope.class);
            } catch (RelayException e) {
                if (!e.retryable() || !deadline.pause(backoff.next())) {
                    throw e;
                }
            }
        }
    }

    static SendEnvelope envelope(String session, NetworkDraft draft) {
        Place place = draft.content().place();
        Instant end = draft.expiresAt();
        return new SendEnvelope(
                session,
                null,
                draft.content().kind().wire(),
                Wire.JSON.tree(draft.content().body().text()),
                place.surface(),
                place instanceof Place.InThread(var thread) ? thread.value() : null,
                place instanceof Place.InRoom(var room) ? room.value() : null,
                text(draft.to()),
                text(draft.content().work()),
                text(draft.links().replyTo()),
                text(draft.links().traceId()),
                text(draft.links().causationId()),
                end == null ? null : end.getEpochSecond(),
                text(draft.id()),
                null,
                null);
    }

    private static @Nullable String text(@Nullable Object name) {
        return name == null ? null : name.toString();
    }
}
