package dev.waybill.cli.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a check saw, and what to do about it unless all is well.
public record Finding(String check, Outcome outcome, String detail, @Nullable String advice) {
    /// How bad it is: a warning does not keep the server from starting.
    public enum Outcome {
        OK,
        WARN,
        FAIL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String detail) {
        return new Finding(check, Outcome.OK, detail, null);
    }

    static Finding warn(String check, String detail, String advice) {
        return new Finding(check, Outcome.WARN, detail, advice);
    }

    static Finding fail(String check, String detail, String advice) {
        return new Finding(check, Outcome.FAIL, detail, advice);
    }
}
