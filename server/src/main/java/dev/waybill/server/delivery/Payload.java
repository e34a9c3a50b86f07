package dev.waybill.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a delivery carries: a type and its data, written as JSON once and shared by all who get it.
public final class Payload {
    private final Json json;
    private final String type;
    private final Supplier<String> data;
    private final int size;
    private volatile byte @Nullable [] bytes;

    /// The data, in JSON, is asked for when it is written, by whoever sends it first.
    Payload(Json json, PostedMessage message, Supplier<String> data) {
        this.json = json;
        this.type = message.type();
        this.data = data;
        this.size = 512 + message.text().length();
    }

    public String type() {
        return type;
    }

    /// About how many bytes it will be.
    int size() {
        return size;
    }

    /// `{"type":…,"data":…}`; not to be changed by whoever gets it.
    public byte[] bytes() {
        byte[] known = bytes;
        if (known == null) {
            known =
                    ("{\"type\":" + json.quoted(type) + ",\"data\":" + data.get() + '}')
                            .getBytes(UTF_8);
            bytes = known;
        }
        return known;
    }
}
