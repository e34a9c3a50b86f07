package dev.waybill.cli.mcp;

import java.io.IOException;
import java.time.Duration;

/// How often a session had to begin again in a row. Where it never lasts, beginning it once more does not help.
final class Renewals {
    private static final int MOST = 3;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private int inARow;

    /// The session does not last. What was to be done in it has not been done.
    static final class Forgotten extends IOException {
        private static final long serialVersionUID = 1L;

        Forgotten() {
            super(
                    "the session is forgotten as soon as it has begun; behind a load balancer, connections have to be sticky");
        }
    }

    /// To be called after each; waits a little from the second on.
    void count() throws Forgotten, InterruptedException {
        inARow++;
        if (inARow > MOST) {
            throw new Forgotten();
        }
        if (inARow > 1) {
            Thread.sleep(PAUSE);
        }
    }

    void lasted() {
        inARow = 0;
    }
}
