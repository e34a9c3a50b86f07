package dev.waybill.server.provider.feishu;

import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the codes in answers mean. They count more than the status, which is 400 for most of them and 200 for some.
final class Codes {
    static final String REQUEST_ID = "x-tt-logid";

    static final int RECALLED = 230011;

    /// What an answer without a code has.
    private static final int NO_CODE = -1;

    private Codes() {}

    static int of(Answered answered) {
        return answered.body().path("code").asInt(NO_CODE);
    }

    /// The token was turned away; with another it may work.
    static boolean stale(Answered answered) {
        return switch (of(answered)) {
            case 99991661, 99991663, 99991664 -> true;
            default -> answered.status() == 401;
        };
    }

    static Outcome failure(Answered answered) {
        Evidence evidence = answered.evidence(REQUEST_ID);
        int code = of(answered);
        if (code == NO_CODE || code == 0) {
            return answered.failure("", evidence);
        }
        ProviderFault fault = fault(code).orElseGet(() -> byStatus(answered));
        return answered.refused(fault, said(answered, code), pause(answered), evidence);
    }

    private static Optional<ProviderFault> fault(int code) {
        return switch (code) {
            case 230001, 230002, RECALLED, 230013, 230025, 230099 ->
                    Optional.of(ProviderFault.REJECTED);
            case 230006, 230027, 230035, 99991672, 10003, 10014 -> Optional.of(ProviderFault.AUTH);
            case 99991661, 99991663, 99991664 -> Optional.of(ProviderFault.AUTH);
            case 230020, 11232, 9499, 99991400 -> Optional.of(ProviderFault.RATE_LIMITED);
            case 99991403 -> Optional.of(ProviderFault.QUOTA);
            case 230101 -> Optional.of(ProviderFault.UNAVAILABLE);
            default ->
                    code >= 50_000 && code <= 59_999
                            ? Optional.of(ProviderFault.UNAVAILABLE)
                            : Optional.empty();
        };
    }

    private static ProviderFault byStatus(Answered answered) {
        return answered.successful() ? ProviderFault.REJECTED : answered.fault();
    }

    private static String said(Answered answered, int code) {
        String message = answered.text("msg");
        return message.isBlank() ? "answered with code " + code : message + " (" + code + ")";
    }

    /// Seconds in a header of its own, or else those of `Retry-After`.
    private static @Nullable Duration pause(Answered answered) {
        return answered.http()
                .header("x-ogw-ratelimit-reset")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(answered.pause().isZero() ? null : answered.pause());
    }
}
