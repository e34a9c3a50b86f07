package dev.waybill.sdk;

import org.jspecify.annotations.Nullable;

/// What a policy decided.
///
/// ```java
/// Policy no = Policy.deny("Only agents may deploy previews.");
/// ```
public sealed interface Policy {
    /// The handler may do it.
    record Allowed() implements Policy {}

    /// It may not; the caller is told why.
    record Denied(String reason, @Nullable Object details) implements Policy {}

    static Policy allow() {
        return new Allowed();
    }

    static Policy deny(String reason) {
        return new Denied(reason, null);
    }

    /// With something for programs to read, written as JSON.
    static Policy deny(String reason, Object details) {
        return new Denied(reason, details);
    }
}
