package dev.waybill.protocol.outbound;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a workspace uses a provider with. One that is the default is used where nobody names another.
public record NewCredential(
        String provider, Map<String, String> fields, @Nullable Boolean isDefault) {
    public NewCredential {
        fields = Map.copyOf(fields);
    }

    /// Shows no value.
    @Override
    public String toString() {
        return "NewCredential[" + provider + "]";
    }
}
