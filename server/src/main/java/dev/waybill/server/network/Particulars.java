package dev.waybill.server.network;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.Trust;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What a program may act on without looking into the words. Names that are not plain are only in the wrapper.
final class Particulars {
    private Particulars() {}

    static ObjectNode of(LocalPeer peer, long id, Envelope envelope, Trust trust) {
        ObjectNode data = Json.emptyObject();
        data.put("type", "network.message");
        data.put("session_id", peer.session());
        data.put("record_id", Long.toString(id));
        plain(data, "message_id", envelope.id());
        data.put("kind", envelope.kind().wire());
        data.put("channel", envelope.scope().channel().value());
        if (envelope.content() instanceof Content.Placed placed) {
            data.put("surface", placed.place().surface());
            switch (placed.place()) {
                case Place.InThread(var thread) -> data.put("thread_id", thread.value());
                case Place.InRoom(var room) -> data.put("direct_id", room.value());
            }
        }
        data.put("from", envelope.from().value());
        plain(data, "to", envelope.to());
        plain(data, "work_id", envelope.work());
        plain(data, "reply_to", envelope.links().replyTo());
        plain(data, "trace_id", envelope.links().traceId());
        plain(data, "causation_id", envelope.links().causationId());
        data.put("trust", trust.wire());
        return data;
    }

    private static void plain(ObjectNode data, String name, @Nullable Object value) {
        if (value != null && Names.isPlain(value.toString())) {
            data.put(name, value.toString());
        }
    }
}
