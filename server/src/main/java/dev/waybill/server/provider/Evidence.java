package dev.waybill.server.provider;

import org.jspecify.annotations.Nullable;

/// What the provider said of a call beside its outcome: its status, its own id of the request, and the id and address of what
/// was made.
public record Evidence(
        @Nullable Integer providerStatus,
        @Nullable String requestId,
        @Nullable String resourceId,
        @Nullable String url) {
    private static final int LONGEST = 500;

    public static final Evidence NONE = new Evidence(null, null, null, null);

    public Evidence {
        requestId = cut(requestId);
        resourceId = cut(resourceId);
        url = cut(url);
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null
                ? null
                : Storable.of(text.length() <= LONGEST ? text : text.substring(0, LONGEST));
    }

    public static Evidence of(int status, @Nullable String requestId) {
        return new Evidence(status, requestId, null, null);
    }

    public Evidence made(@Nullable String resource, @Nullable String address) {
        return new Evidence(providerStatus, requestId, resource, address);
    }
}
