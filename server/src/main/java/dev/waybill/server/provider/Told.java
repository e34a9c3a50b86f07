package dev.waybill.server.provider;

import java.util.Optional;
import java.util.function.Function;

/// What somebody posted who says to be a provider.
///
/// @param deliveryId the attempt it was posted for
/// @param headers found by name
public record Told(String deliveryId, Function<String, Optional<String>> headers, String body) {}
