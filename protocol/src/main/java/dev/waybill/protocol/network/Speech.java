package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.text.Blanks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Text with what came along.
public record Speech(String text, List<RawJson> artifacts, @Nullable String intent) {
    public Speech {
        artifacts = List.copyOf(artifacts);
        if (Blanks.present(text) == null) {
            throw new IllegalArgumentException("text is blank");
        }
    }

    RawJson body() {
        return new ObjectText()
                .put("text", text)
                .putSomeOf("artifacts", artifacts)
                .putSome("intent", intent)
                .done();
    }
}
