package dev.waybill.server.ingress.mail;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Counts how often in a row a mail was not handed out: that may pass, so a mail is given up only when it does not.
final class Strikes {
    private static final int MOST = 5;

    private record Strike(long uid, int count) {}

    private final Map<String, Strike> last = new ConcurrentHashMap<>();

    /// Whether the mail has failed often enough.
    boolean out(String source, long uid) {
        Strike now =
                last.merge(
                        source,
                        new Strike(uid, 1),
                        (before, first) ->
                                before.uid() == uid ? new Strike(uid, before.count() + 1) : first);
        if (now.count() < MOST) {
            return false;
        }
        last.remove(source);
        return true;
    }
}
