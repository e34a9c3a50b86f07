package dev.waybill.sdk;

import dev.waybill.protocol.outbound.CallTerms;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// How an operation at a provider is to be done. Each method answers other options.
///
/// ```java
/// DeliveryOptions options =
///         DeliveryOptions.DEFAULTS.idempotencyKey("review-17").patience(Duration.ofSeconds(30));
/// ```
///
/// @param agent for whom, by name or id, where the owner asks; null for whoever asks
/// @param correlationId what it belongs to, for the caller
/// @param idempotencyKey under one key it is done once; null for one that is made up
/// @param patience how long to wait for the provider, up to a minute; zero for not at all
public record DeliveryOptions(
        @Nullable String agent,
        @Nullable String correlationId,
        @Nullable String idempotencyKey,
        Duration patience) {
    public static final DeliveryOptions DEFAULTS =
            new DeliveryOptions(null, null, null, Duration.ofSeconds(15));

    public DeliveryOptions agent(String nameOrId) {
        return new DeliveryOptions(nameOrId, correlationId, idempotencyKey, patience);
    }

    public DeliveryOptions correlationId(String id) {
        return new DeliveryOptions(agent, id, idempotencyKey, patience);
    }

    public DeliveryOptions idempotencyKey(String key) {
        return new DeliveryOptions(agent, correlationId, key, patience);
    }

    public DeliveryOptions patience(Duration time) {
        return new DeliveryOptions(agent, correlationId, idempotencyKey, time);
    }

    /// With a key, so that the same may be asked again.
    CallTerms terms() {
        return new CallTerms(
                agent,
                correlationId,
                idempotencyKey == null ? UUID.randomUUID().toString() : idempotencyKey,
                null,
                Math.toIntExact(patience.toMillis()));
    }

    /// Only to be checked; a key would mean nothing.
    CallTerms dry() {
        return new CallTerms(agent, correlationId, null, true, null);
    }
}
