package dev.waybill.server.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells whether the server can do its work, part by part.
@FunctionalInterface
public interface Readiness {
    List<Check> checks();

    /// One part, such as the store; the message says what is wrong with it.
    record Check(String name, boolean ok, @Nullable String message) {}
}
