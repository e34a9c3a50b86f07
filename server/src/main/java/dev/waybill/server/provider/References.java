package dev.waybill.server.provider;

import com.google.re2j.Pattern;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import org.jspecify.annotations.Nullable;

/// How the references of a handle are written on one surface. A whole reference must match, in time that grows with its
/// length and not faster.
public record References(Pattern target, @Nullable Pattern thread, boolean threadNeeded) {
    private static final int LONGEST = 1000;

    public static References target(String target) {
        return new References(Pattern.compile(target), null, false);
    }

    /// With a thread that a handle may name.
    public References thread(String pattern) {
        return new References(target, Pattern.compile(pattern), false);
    }

    /// With a thread that a handle must name.
    public References needing(String pattern) {
        return new References(target, Pattern.compile(pattern), true);
    }

    /// Refuses a handle that is not written so. Where no thread is known, a thread means nothing and is let be.
    public void check(String title, DeliveryHandle handle, Surface surface) {
        if (!fits(target, handle.targetRef())) {
            throw invalid("invalid " + title + " targetRef: " + handle.targetRef());
        }
        if (handle.threadRef() == null) {
            if (threadNeeded) {
                throw invalid(title + " " + surface.name() + " requires threadRef");
            }
            return;
        }
        if (thread != null && !fits(thread, handle.threadRef())) {
            throw invalid("invalid " + title + " threadRef: " + handle.threadRef());
        }
    }

    private static boolean fits(Pattern pattern, String text) {
        return text.length() <= LONGEST && pattern.matches(text);
    }

    private static Refusal invalid(String words) {
        return new Refusal(Reason.INVALID_HANDLE, words);
    }
}
