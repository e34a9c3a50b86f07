package dev.waybill.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.protocol.observe.StreamRequest;
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

    private static void node(byte[] text) {
        NodeFrame frame = null;
        try {
            frame = JSON.read(text, NodeFrame.class);
            if (frame != null) {
                frame.terms();
                frame.receipt();
            }
        } catch (JsonFault | IllegalArgumentException e) {
            answered(frame, String.valueOf(e.getMessage()));
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
