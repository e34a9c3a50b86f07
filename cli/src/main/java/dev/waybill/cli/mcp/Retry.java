package dev.waybill.cli.mcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;

/// When to try again after a server could not be reached, and when to give up. Restarts take some seconds.
final class Retry {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final long end;
    private Duration pause = FIRST;

    Retry(Duration atMost) {
        this.end = System.nanoTime() + atMost.toNanos();
    }

    /// Waits a little longer each time; false when it has been tried long enough.
    boolean again() throws InterruptedException {
        if (System.nanoTime() + pause.toNanos() - end >= 0) {
            return false;
        }
        Thread.sleep(pause);
        Duration next = pause.multipliedBy(2);
        pause = next.compareTo(LONGEST) > 0 ? LONGEST : next;
        return true;
    }

    /// Whether the server cannot have seen the request.
    static boolean unseen(IOException fault) {
        return fault instanceof ConnectException
                || fault instanceof HttpConnectTimeoutException
                || (fault instanceof UnexpectedAnswer answer && answer.passing());
    }
}
