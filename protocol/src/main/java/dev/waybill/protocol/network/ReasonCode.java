package dev.waybill.protocol.network;

import dev.waybill.protocol.wire.WireWord;
import java.util.Arrays;
import java.util.Optional;

/// Why a message was refused, in the words that receipts carry.
public enum ReasonCode implements WireWord {
    MALFORMED("malformed"),
    EXPIRED("expired"),
    DUPLICATE("duplicate"),
    UNSUPPORTED_KIND("unsupported_kind"),
    UNSUPPORTED_PROFILE("unsupported_profile"),
    VERIFICATION_FAILED("verification_failed"),
    NOT_TARGET("not_target"),
    NOT_FOUND("not_found"),
    BUSY("busy"),
    INTERNAL("internal"),
    /// The word of the `channel` profile for [#WORK_CLOSED].
    INTERACTION_CLOSED("interaction_closed"),
    WORK_CLOSED("work_closed"),
    WORK_CONTAINER_MISMATCH("work_container_mismatch"),
    INVALID_SURFACE("invalid_surface"),
    CONVERSATION_NOT_FOUND("conversation_not_found"),
    LEGACY_FIELD_REJECTED("legacy_field_rejected");

    private final String wire;

    ReasonCode(String wire) {
        this.wire = wire;
    }

    /// The code that the profile reads from the word.
    public static Optional<ReasonCode> of(String word, NetworkProfile profile) {
        return Arrays.stream(values())
                .filter(code -> code.wire.equals(word))
                .filter(code -> code != INTERACTION_CLOSED || profile.olderWords())
                .findFirst();
    }

    @Override
    public String wire() {
        return wire;
    }
}
