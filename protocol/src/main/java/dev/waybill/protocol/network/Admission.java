package dev.waybill.protocol.network;

import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import org.jspecify.annotations.Nullable;

/// The body of a `receipt`: what became of an envelope at its receiver. Which of them have a reason is their shape.
public sealed interface Admission {
    EnvelopeId forId();

    @Nullable String detail();

    /// The receiver has taken responsibility.
    record Accepted(EnvelopeId forId, @Nullable String detail) implements Admission {}

    /// The receiver refuses the message or the work.
    record Rejected(EnvelopeId forId, ReasonCode reason, @Nullable String detail)
            implements Admission {}

    /// The receiver has had this id before.
    record Duplicate(EnvelopeId forId, ReasonCode reason, @Nullable String detail)
            implements Admission {}

    /// It came too late.
    record Expired(EnvelopeId forId, ReasonCode reason, @Nullable String detail)
            implements Admission {}

    /// The receiver cannot do that kind of thing.
    record Unsupported(EnvelopeId forId, ReasonCode reason, @Nullable String detail)
            implements Admission {}

    /// One of the two has called it off.
    record Canceled(EnvelopeId forId, @Nullable ReasonCode reason, @Nullable String detail)
            implements Admission {}

    /// What a receiver says that refuses for this reason.
    static Admission refusing(EnvelopeId forId, ReasonCode reason) {
        return switch (reason) {
            case DUPLICATE -> new Duplicate(forId, reason, null);
            case EXPIRED -> new Expired(forId, reason, null);
            case UNSUPPORTED_KIND, UNSUPPORTED_PROFILE -> new Unsupported(forId, reason, null);
            case MALFORMED,
                    VERIFICATION_FAILED,
                    NOT_TARGET,
                    NOT_FOUND,
                    BUSY,
                    INTERNAL,
                    INTERACTION_CLOSED,
                    WORK_CLOSED,
                    WORK_CONTAINER_MISMATCH,
                    INVALID_SURFACE,
                    CONVERSATION_NOT_FOUND,
                    LEGACY_FIELD_REJECTED ->
                    new Rejected(forId, reason, null);
        };
    }

    /// The word on the wire.
    default String status() {
        return switch (this) {
            case Accepted _ -> "accepted";
            case Rejected _ -> "rejected";
            case Duplicate _ -> "duplicate";
            case Expired _ -> "expired";
            case Unsupported _ -> "unsupported";
            case Canceled _ -> "canceled";
        };
    }

    default @Nullable ReasonCode reasonCode() {
        return switch (this) {
            case Accepted _ -> null;
            case Rejected(var _, var reason, var _) -> reason;
            case Duplicate(var _, var reason, var _) -> reason;
            case Expired(var _, var reason, var _) -> reason;
            case Unsupported(var _, var reason, var _) -> reason;
            case Canceled(var _, var reason, var _) -> reason;
        };
    }

    /// As it is written.
    default RawJson body() {
        ReasonCode reason = reasonCode();
        return new ObjectText()
                .put("for_id", forId().value())
                .put("status", status())
                .putSome("reason_code", reason == null ? null : reason.wire())
                .putSome("detail", detail())
                .done();
    }
}
