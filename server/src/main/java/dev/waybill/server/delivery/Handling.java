package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.message.InjectionMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a message is to be handled on its way: what its sender asked for, the key it was sent with, and how long one
/// delivery of it has, where that is known better.
public record Handling(
        DeliveryTerms terms, @Nullable String idempotencyKey, @Nullable Instant until) {
    public static final Handling USUAL = new Handling(DeliveryTerms.USUAL, null);

    private static final Json JSON = new Json(JsonLimits.STORED);

    public Handling(DeliveryTerms terms, @Nullable String idempotencyKey) {
        this(terms, idempotencyKey, null);
    }

    /// As it is kept beside the message.
    static Handling read(@Nullable String terms, @Nullable String idempotencyKey) {
        if (terms == null && idempotencyKey == null) {
            return USUAL;
        }
        return new Handling(
                terms == null
                        ? DeliveryTerms.USUAL
                        : JSON.convert(JSON.tree(terms), DeliveryTerms.class),
                idempotencyKey);
    }

    /// The same for a delivery that has its own time.
    Handling until(@Nullable Instant end) {
        return end == null ? this : new Handling(terms, idempotencyKey, end);
    }

    /// What is kept of the terms; null where there are none.
    public @Nullable String text() {
        return terms.usual() ? null : JSON.text(terms);
    }

    /// Whether it goes the ordinary way.
    boolean usual() {
        return terms.usual();
    }

    /// What the sender asked for, or what the word old clients use for it means.
    DeliveryMode mode(InjectionMode word) {
        return Objects.requireNonNullElse(
                terms.deliveryMode(),
                word == InjectionMode.STEER ? DeliveryMode.NEXT_TOOL_CALL : DeliveryMode.IMMEDIATE);
    }

    /// When something sent then is given up, if the sender or the delivery itself says so.
    @Nullable Instant expiresAt(Instant sent, Duration usual) {
        if (until != null) {
            return until;
        }
        Long ttl = terms.ttlMs();
        Instant deadline = terms.deadline();
        if (ttl == null && deadline == null) {
            return null;
        }
        Instant over = ttl == null ? sent.plus(usual) : sent.plusMillis(ttl);
        return deadline == null || over.isBefore(deadline) ? over : deadline;
    }

    /// The word old clients are told.
    public static InjectionMode word(DeliveryTerms terms, @Nullable InjectionMode given) {
        DeliveryMode wanted = terms.deliveryMode();
        if (given != null || wanted == null) {
            return Objects.requireNonNullElse(given, InjectionMode.WAIT);
        }
        return switch (wanted) {
            case IMMEDIATE, NEXT_TOOL_CALL -> InjectionMode.STEER;
            case NEXT_MESSAGE, ON_IDLE, MANUAL -> InjectionMode.WAIT;
        };
    }
}
