package dev.waybill.sdk;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An operation at a provider that the relay refused, or that the provider did not do.
///
/// ```java
/// try {
///     agent.outbound().send(DeliveryTarget.item("itm_7kq2m9xw3hbr"), "On it.");
/// } catch (DeliveryRefusedException e) {
///     System.err.println(e.code() + " " + e.deliveryId().orElse("and nothing is on record"));
/// }
/// ```
public final class DeliveryRefusedException extends RelayException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String deliveryId;
    private final @Nullable Duration retryAfter;
    private final transient @Nullable JsonNode details;

    private DeliveryRefusedException(
            String code,
            String message,
            boolean retryable,
            @Nullable String deliveryId,
            @Nullable Duration retryAfter,
            @Nullable JsonNode details) {
        super(code, message, retryable);
        this.deliveryId = deliveryId;
        this.retryAfter = retryAfter;
        this.details = details;
    }

    /// From `{"error":"a sentence","code":"a_word","retryable":false,…}`.
    static DeliveryRefusedException of(Call call, Api.Reply reply) {
        JsonNode body = reply.body();
        JsonNode pause = body.path("retryAfterMs");
        return new DeliveryRefusedException(
                body.path("code").asString("http_" + reply.status()),
                "%s (%s, HTTP %d)".formatted(body.path("error").asString(), call, reply.status()),
                body.path("retryable").asBoolean(false),
                Wire.text(body.path("deliveryId")),
                pause.isNumber() ? Duration.ofMillis(pause.asLong()) : null,
                body.get("details"));
    }

    /// The attempt that is on record, for [Outbound#show]; empty when it was refused before there was one.
    public Optional<String> deliveryId() {
        return Optional.ofNullable(deliveryId);
    }

    /// How long the provider wants to be left alone.
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /// What is wrong with the input, place by place, or what the provider said beside its words.
    public Optional<JsonNode> details() {
        return Optional.ofNullable(details);
    }

    @Override
    RelayException again() {
        DeliveryRefusedException copy =
                new DeliveryRefusedException(
                        code(),
                        String.valueOf(getMessage()),
                        retryable(),
                        deliveryId,
                        retryAfter,
                        details);
        copy.initCause(this);
        return copy;
    }
}
