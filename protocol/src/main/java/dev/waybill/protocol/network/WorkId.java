package dev.waybill.protocol.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.network.text.Shown;

/// Names a unit of work, which its opener does.
public record WorkId(String value) {
    private static final int MAX_BYTES = 128;

    public WorkId {
        boolean fits =
                !value.isEmpty()
                        && value.getBytes(UTF_8).length <= MAX_BYTES
                        && value.chars()
                                .noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
        if (!fits) {
            throw new IllegalArgumentException(
                    "work_id "
                            + Shown.quoted(value)
                            + " is longer than 128 bytes or holds '/', '\\' or a control character");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
