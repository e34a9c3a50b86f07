package dev.waybill.server.outbound;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Makes requests to where the [TargetGuard] lets them, each within a time limit. What never left is [NotSent]. Redirects are answers like any other:
/// nobody follows them.
public final class Poster {
    private final TargetGuard guard;
    private final Duration timeout;

    public Poster(TargetGuard guard, Duration timeout) {
        this.guard = guard;
        this.timeout = timeout;
    }

    /// The limit holds for all of it, looking up the name included, which no thread can be called back from; so another
    /// thread does the work and is left to itself when it takes too long.
    public HttpAnswer send(HttpCall call) throws IOException, InterruptedException {
        return send(call, 0);
    }

    private static IOException told(Exchange exchange, IOException failure) {
        return exchange.begun() || failure instanceof RefusedTarget
                ? failure
                : new NotSent(String.valueOf(failure.getMessage()), failure);
    }

    /// The same, with so much of the answer's body.
    public HttpAnswer send(HttpCall call, int maxBody) throws IOException, InterruptedException {
        Exchange exchange = new Exchange(guard, call, timeout, maxBody);
        FutureTask<HttpAnswer> task = new FutureTask<>(exchange);
        Thread.ofVirtual().name("outbound " + call.target().getHost()).start(task);
        try {
            return task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw told(
                    exchange,
                    new SocketTimeoutException("no answer within " + timeout.toMillis() + " ms"));
        } catch (ExecutionException e) {
            throw told(
                    exchange,
                    e.getCause() instanceof IOException failure
                            ? failure
                            : new IOException("the call failed", e.getCause()));
        } finally {
            exchange.abort();
        }
    }
}
