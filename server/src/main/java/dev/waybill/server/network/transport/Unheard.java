package dev.waybill.server.network.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the broker does not let be heard now, why, and when it is asked again: each by itself, with pauses that grow. Only
/// the trouble may be asked for on any thread.
final class Unheard {
    private static final Logger LOG = LoggerFactory.getLogger(Unheard.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final int DOUBLINGS = 6;

    private final Map<Hearing, Attempt> all = new LinkedHashMap<>();
    private volatile @Nullable String trouble;

    private record Attempt(String why, int failures, long due) {}

    /// What to say about it all, in words of our own; null when everything is heard.
    @Nullable String trouble() {
        return trouble;
    }

    void refused(Hearing hearing, String why) {
        Attempt before = all.get(hearing);
        int failures = before == null ? 1 : before.failures() + 1;
        all.put(hearing, new Attempt(why, failures, System.nanoTime() + pause(failures)));
        if (before == null || !before.why().equals(why)) {
            LOG.atWarn()
                    .addKeyValue("subject", hearing.subject())
                    .addKeyValue("reason", why)
                    .log("A subject is not heard, it will be tried again");
        }
        sum();
    }

    /// It is heard now, or nobody wants to hear it any more.
    void forget(Hearing hearing) {
        all.remove(hearing);
        sum();
    }

    void clear() {
        all.clear();
        sum();
    }

    /// Those that are to be tried again now.
    List<Hearing> due() {
        long now = System.nanoTime();
        return all.entrySet().stream()
                .filter(one -> one.getValue().due() - now <= 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void sum() {
        TreeSet<String> reasons = new TreeSet<>();
        all.values().forEach(attempt -> reasons.add(attempt.why()));
        trouble =
                all.isEmpty()
                        ? null
                        : "subjects that are not heard: %d (%s)"
                                .formatted(all.size(), String.join(", ", reasons));
    }

    private static long pause(int failures) {
        Duration grown = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
        return (grown.compareTo(LONGEST_PAUSE) < 0 ? grown : LONGEST_PAUSE).toNanos();
    }
}
