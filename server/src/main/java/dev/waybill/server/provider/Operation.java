package dev.waybill.server.provider;

import dev.waybill.protocol.outbound.Idempotence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Something that can be done at a surface. `destructive` is what cannot be taken back; `permissions` are what the
/// credential must be allowed, in the provider's own words.
public record Operation(
        String name,
        String title,
        String description,
        ObjectNode inputSchema,
        @Nullable ObjectNode resultSchema,
        boolean canonicalText,
        Idempotence idempotence,
        boolean destructive,
        List<String> permissions) {
    public Operation {
        permissions = List.copyOf(permissions);
    }
}
