package dev.waybill.protocol.outbound;

import java.time.Instant;
import java.util.List;

/// What may be seen of a credential: everything but its values.
public record CredentialView(
        String name,
        String provider,
        List<String> fields,
        boolean isDefault,
        Instant createdAt,
        Instant updatedAt) {
    public CredentialView {
        fields = List.copyOf(fields);
    }
}
