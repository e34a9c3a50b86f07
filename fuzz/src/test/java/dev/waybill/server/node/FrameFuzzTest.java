package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.protocol.observe.StreamRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Frames of nodes and observers on their sockets.
class FrameFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Frames FRAMES = new Frames(JSON);

    @FuzzTest
    void a_frame_is_understood_or_answered_with_an_error(byte[] text) {
        Proportion.kept(
                text.length,
                () -> {
                    node(text);
                    observer(text);
                });
    }

    /// Most frames take a short way; it leads to the same as the long one.
    private static void node(byte[] text) {
        Heard heard = heard(() -> FrameReader.read(JSON, text));

        assertThat(heard).isEqualTo(heard(() -> JSON.read(text, NodeFrame.class)));
        if (heard.refusal() != null) {
            answered(null, heard.refusal());
        } else if (heard.frame() != null) {
            node(heard.frame());
        }
    }

    private static void node(NodeFrame frame) {
        try {
            frame.terms();
            frame.receipt();
        } catch (IllegalArgumentException e) {
            answered(frame, String.valueOf(e.getMessage()));
        }
    }

    /// A frame, or why there is none.
    private record Heard(@Nullable NodeFrame frame, @Nullable String refusal) {}

    private static Heard heard(Supplier<@Nullable NodeFrame> reading) {
        try {
            return new Heard(reading.get(), null);
        } catch (JsonFault | IllegalArgumentException e) {
            return new Heard(null, String.valueOf(e.getMessage()));
        }
    }

    private static void observer(byte[] text) {
        try {
            JSON.read(text, StreamRequest.class);
        } catch (JsonFault e) {
            answered(null, String.valueOf(e.getMessage()));
        }
    }

    /// Whatever a frame said, the answer to it is JSON with its id.
    private static void answered(@Nullable NodeFrame frame, String message) {
        String id = frame == null || frame.id() == null ? "none" : frame.id();

        byte[] answer = FRAMES.error(id, "invalid_message", message);

        assertThat(new Json(JsonLimits.STORED).tree(answer).path("id").asString()).isEqualTo(id);
    }
}
