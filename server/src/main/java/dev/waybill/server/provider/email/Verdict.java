package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;

/// What a failed dialogue means. What was said before the end of the letter has had no effect; what was said at its end,
/// without an answer, may have had it.
final class Verdict {
    private static final int TOO_BUSY = 421;
    private static final int TOO_MUCH = 452;
    private static final int LOGIN_FIRST = 530;
    private static final int LOGIN_WRONG = 535;

    private Verdict() {}

    static Outcome of(Dialogue dialogue, String failure) {
        int code = dialogue.code();
        if (code >= 400 && code < 600) {
            return Outcome.Refused.of(
                    fault(dialogue.step(), code),
                    "the mail server answered " + shown(dialogue),
                    Evidence.of(code, null));
        }
        if (dialogue.step().equals(Dialogue.END)) {
            return new Outcome.Unclear(
                    "the connection was lost before the mail server said whether it took the letter",
                    Evidence.NONE);
        }
        return Outcome.Refused.of(ProviderFault.UNAVAILABLE, failure, Evidence.NONE);
    }

    /// Whether the letter was taken although the library expected another word for it.
    static boolean taken(Dialogue dialogue) {
        return dialogue.step().equals(Dialogue.END)
                && dialogue.code() >= 200
                && dialogue.code() < 300;
    }

    private static ProviderFault fault(String step, int code) {
        if (code == TOO_BUSY || code == TOO_MUCH) {
            return ProviderFault.RATE_LIMITED;
        }
        if (code < 500) {
            return ProviderFault.UNAVAILABLE;
        }
        return code == LOGIN_FIRST || code == LOGIN_WRONG || step.equals("AUTH")
                ? ProviderFault.AUTH
                : ProviderFault.REJECTED;
    }

    /// The answer in one line; what servers say goes to those who asked, and to logs.
    private static String shown(Dialogue dialogue) {
        String line = dialogue.answer().replaceAll("\\p{Cntrl}+", " ");
        return line.length() <= 300 ? line : line.substring(0, 300);
    }
}
