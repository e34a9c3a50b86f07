package dev.waybill.server.node;

import dev.waybill.protocol.json.FlatFields;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.node.NodeFrame;
import org.jspecify.annotations.Nullable;

/// Reads the frames of nodes. Acks and plain messages are nearly all that comes, so these have a short way.
final class FrameReader {
    private FrameReader() {}

    static NodeFrame read(Json json, byte[] text) {
        Plain plain = new Plain();
        return json.readFlat(text, plain) && plain.type != null
                ? plain.frame(plain.type)
                : json.read(text, NodeFrame.class);
    }

    /// A frame with no other fields than these.
    private static final class Plain implements FlatFields {
        private @Nullable String type;
        private @Nullable String id;
        private @Nullable String agent;
        private @Nullable Long upToSeq;
        private @Nullable String from;
        private @Nullable String to;
        private @Nullable String channel;
        private @Nullable String text;
        private @Nullable String idempotencyKey;
        private @Nullable AnswerForm answer;

        @Override
        public boolean text(String name, String value) {
            switch (name) {
                case "type" -> type = value;
                case "id" -> id = value;
                case "agent" -> agent = value;
                case "from" -> from = value;
                case "to" -> to = value;
                case "channel" -> channel = value;
                case "text" -> text = value;
                case "idempotency_key" -> idempotencyKey = value;
                case "answer" -> {
                    if (!value.equals(AnswerForm.MINIMAL.wire())) {
                        return false;
                    }
                    answer = AnswerForm.MINIMAL;
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean number(String name, long value) {
            if (name.equals("up_to_seq")) {
                upToSeq = value;
                return true;
            }
            return name.equals("v");
        }

        private NodeFrame frame(String known) {
            return new NodeFrame(
                    known,
                    id,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    agent,
                    upToSeq,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    from,
                    channel,
                    to,
                    null,
                    null,
                    text,
                    null,
                    null,
                    null,
                    null,
                    idempotencyKey,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    answer);
        }
    }
}
