package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of a `trace`: how far work has come.
public record Progress(
        WorkState state,
        @Nullable String message,
        @Nullable RawJson result,
        List<RawJson> artifactRefs) {
    public Progress {
        artifactRefs = List.copyOf(artifactRefs);
    }

    RawJson body() {
        return new ObjectText()
                .put("state", state.wire())
                .putSome("message", message)
                .putSome("result", result)
                .putSomeOf("artifact_refs", artifactRefs)
                .done();
    }
}
