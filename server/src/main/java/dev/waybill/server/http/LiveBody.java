package dev.waybill.server.http;

import dev.waybill.server.http.route.Making;
import dev.waybill.server.http.route.Outflow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An answer that is sent while it is made. One write is under way at a time, so a slow reader holds up its own thread
/// and nothing else; one that does not read at all is cut off.
final class LiveBody implements Outflow {
    private static final Logger LOG = LoggerFactory.getLogger(LiveBody.class);
    private static final Duration STALLED = Duration.ofSeconds(20);

    private final Request request;
    private final Response response;
    private final SenderWatch watch;
    private @Nullable Throwable broken;

    LiveBody(Request request, Response response) {
        this.request = request;
        this.response = response;
        this.watch = new SenderWatch(request);
    }

    void make(Making making, Callback done) {
        boolean began = false;
        try {
            // The head goes out before there is anything to say: the caller knows that it is heard.
            if (watch.waits() && send(new byte[0])) {
                began = true;
                making.run(this);
            }
        } catch (InterruptedException e) {
            broken = e;
        } catch (RuntimeException e) {
            LOG.error("An answer failed while it was sent", e);
            broken = e;
        }
        if (!began) {
            making.abandoned();
        }
        if (broken == null) {
            response.write(true, BufferUtil.EMPTY_BUFFER, done);
        } else {
            done.failed(broken);
        }
    }

    @Override
    public boolean wanted() {
        return broken == null && watch.waits();
    }

    @Override
    public boolean send(byte[] bytes) throws InterruptedException {
        if (broken != null) {
            return false;
        }
        CompletableFuture<Void> taken = new CompletableFuture<>();
        response.write(
                false,
                ByteBuffer.wrap(bytes),
                Callback.from(() -> taken.complete(null), taken::completeExceptionally));
        try {
            taken.get(STALLED.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            broken = e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException e) {
            broken = new IOException("the answer is not read", e);
            request.getConnectionMetaData().getConnection().getEndPoint().close();
        }
        return false;
    }
}
