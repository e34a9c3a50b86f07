package dev.waybill.protocol.action;

import dev.waybill.protocol.wire.WireWord;
import java.util.Locale;

/// Why an action did not succeed: there are four answers, whatever went wrong.
public enum ActionErrorCode implements WireWord {
    /// The input is not what the action takes.
    VALIDATION_FAILED,
    /// There is no such action.
    NOT_FOUND,
    /// The caller may not do this.
    PERMISSION_DENIED,
    /// Whoever was to do it did not, or could not be reached.
    HANDLER_FAILED;

    public static ActionErrorCode of(String word) {
        return WireWord.parse(ActionErrorCode.class, word);
    }

    @Override
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
