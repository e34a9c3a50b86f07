package dev.waybill.server.ingress;

import java.util.Optional;
import java.util.function.Function;

/// A request that somebody made at a door: who it is remains to be seen.
///
/// @param headers finds one by its name, in any case
@SuppressWarnings("ArrayRecordComponent")
public record Arrival(String sourceId, Function<String, Optional<String>> headers, byte[] body) {
    Optional<String> header(String name) {
        return headers.apply(name);
    }
}
