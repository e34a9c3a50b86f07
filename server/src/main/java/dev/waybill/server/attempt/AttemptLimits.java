package dev.waybill.server.attempt;

import dev.waybill.server.outbound.Patience;
import java.time.Duration;

/// How attempts are run.
///
/// @param spacing the least time between two calls with one credential
/// @param maxTries how often one is tried by itself
/// @param patience how long it rests between two tries
/// @param settle how long it is left alone before it is looked up what became of it: the provider may still be at it
/// @param certain how long after it was not found it is looked for once more, before it counts as not done: a provider that is
///     slow may still come to it
/// @param maxLooks how often that is looked up
/// @param lease how long whoever has claimed one is not heard of before it counts as lost
/// @param drain how long calls under way may take once the server is told to stop
/// @param concurrency how many are run at once
/// @param lenient whether fields that nobody knows are passed over
/// @param maxQueued how many of one workspace may wait
public record AttemptLimits(
        Duration spacing,
        int maxTries,
        Patience patience,
        Duration settle,
        Duration certain,
        int maxLooks,
        Duration lease,
        Duration drain,
        int concurrency,
        boolean lenient,
        int maxQueued) {
    public static final AttemptLimits DEFAULTS =
            new AttemptLimits(
                    Duration.ofSeconds(1),
                    5,
                    new Patience(Duration.ofSeconds(1), Duration.ofSeconds(60)),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(55),
                    3,
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(5),
                    64,
                    false,
                    1000);

    public AttemptLimits with(Duration pause, boolean passing, int mostQueued) {
        return new AttemptLimits(
                pause,
                maxTries,
                patience,
                settle,
                certain,
                maxLooks,
                lease,
                drain,
                concurrency,
                passing,
                mostQueued);
    }
}
