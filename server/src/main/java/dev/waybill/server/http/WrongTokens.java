package dev.waybill.server.http;

import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.RateLimit;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts the tokens that nobody holds by the address that shows them. Whoever goes on for too long is told to wait, and
/// no longer what is wrong with each of them. Good tokens from the same address, perhaps that of a proxy, are not held up.
final class WrongTokens {
    private static final Logger LOG = LoggerFactory.getLogger(WrongTokens.class);

    private final RateLimit<String> shown;

    WrongTokens(int aMinute, InstantSource clock) {
        this.shown = new RateLimit<>(aMinute, clock);
    }

    /// What the sender is told in the end.
    Problem judged(String sender, Problem problem) {
        if (!problem.wrongToken()) {
            return problem;
        }
        RateLimit.Usage usage = shown.count(sender);
        if (usage.used() == usage.limit() + 1) {
            LOG.atWarn()
                    .addKeyValue("sender", sender)
                    .log("An address shows many tokens that nobody holds");
        }
        return usage.exceeded() ? usage.refusal("wrong tokens") : problem;
    }
}
