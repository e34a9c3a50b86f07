package dev.waybill.protocol.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.waybill.protocol.id.DeliveryId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A dead letter with every attempt that was made, first to last.
public record DeadLetterDetails(@JsonUnwrapped DeadLetter letter, List<Attempt> attempts) {
    public DeadLetterDetails {
        attempts = List.copyOf(attempts);
    }

    /// One attempt to deliver, and what became of it.
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Attempt(
            DeliveryId id,
            int attempt,
            DeliveryStatus status,
            @Nullable String error,
            Instant createdAt,
            @Nullable Instant updatedAt) {}
}
