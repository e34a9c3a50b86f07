package dev.waybill.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.json.JsonLimits;
import java.util.List;
import java.util.Set;

/// Bodies of requests: the name of a record on the first line, and JSON.
class BodyFuzzTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Json KEPT = new Json(JsonLimits.STORED);
    private static final List<Class<?>> TYPES = WireTypes.all();

    /// Secrets are read, and shown as something else.
    private static final Set<String> SHOWN_OTHERWISE =
            Set.of("NewNode", "PushDelivery", "NewCredential");

    @FuzzTest
    void what_is_read_can_be_written_and_read_again(byte[] data) {
        Made made = new Made(data);
        Class<?> type = type(made.line());
        byte[] body = made.rest();

        Proportion.kept(made.size(), () -> read(type, body));
    }

    private static <T> void read(Class<T> type, byte[] body) {
        T value;
        try {
            value = JSON.read(body, type);
        } catch (JsonFault fault) {
            assertThat(fault.getMessage()).hasSizeLessThan(2000 + 2 * body.length);
            return;
        }
        if (value != null) {
            String written = KEPT.text(value);
            if (!SHOWN_OTHERWISE.contains(type.getSimpleName())) {
                assertThat(KEPT.text(KEPT.read(written.getBytes(UTF_8), type))).isEqualTo(written);
            }
        }
    }

    private static Class<?> type(String name) {
        return TYPES.stream()
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElseGet(() -> TYPES.get(Math.floorMod(name.hashCode(), TYPES.size())));
    }
}
