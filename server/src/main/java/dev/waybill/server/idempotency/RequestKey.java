package dev.waybill.server.idempotency;

import dev.waybill.protocol.id.WorkspaceId;

/// What makes two requests the same one: who sent them, what they are for, and the key the sender gave them. The
/// fingerprint tells whether they also ask for the same.
public record RequestKey(
        WorkspaceId workspace, String actor, String scope, String key, String fingerprint) {
    private static final int MAX_LENGTH = 255;

    public RequestKey {
        if (key.isEmpty()
                || key.length() > MAX_LENGTH
                || !key.chars().allMatch(RequestKey::visible)) {
            throw new IllegalArgumentException(
                    "an idempotency key is 1 to " + MAX_LENGTH + " visible ASCII characters");
        }
    }

    private static boolean visible(int c) {
        return c > ' ' && c < 0x7f;
    }
}
