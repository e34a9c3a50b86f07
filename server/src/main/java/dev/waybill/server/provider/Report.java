package dev.waybill.server.provider;

import org.jspecify.annotations.Nullable;

/// What a provider tells, later and by itself, of something it has taken.
///
/// @param resourceId what it is about, as the provider calls it
/// @param status the provider's own word
/// @param last whether there is nothing more to come
/// @param failure why it came to nothing in the end; none if it did not
public record Report(String resourceId, String status, boolean last, @Nullable String failure) {
    public Report {
        resourceId = Storable.of(resourceId);
        status = Storable.of(status);
        failure = failure == null ? null : Storable.of(failure);
    }
}
