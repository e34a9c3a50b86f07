package dev.waybill.server.http;

import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// One request body as it comes. A body that is too large, too slow or cut off ends with a [Problem].
final class BodyStream extends InputStream {
    private static final byte[] NONE = {};

    private final Request request;
    private final HttpConfig limits;
    private final long maxBytes;
    private final long begin = System.nanoTime();
    private long received;
    private boolean ended;
    private byte[] part = NONE;
    private int position;

    BodyStream(Request request, HttpConfig limits, long maxBytes) {
        this.request = request;
        this.limits = limits;
        this.maxBytes = maxBytes;
    }

    /// The bytes that came next, if only a few; null after the last.
    byte @Nullable [] next() throws InterruptedException {
        while (!ended) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitContent(remaining());
            } else if (Content.Chunk.isFailure(chunk)) {
                throw unreadable(chunk.getFailure(), stopping());
            } else {
                return take(chunk);
            }
        }
        return null;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        while (position == part.length && length > 0) {
            byte[] following = nextUninterrupted();
            if (following == null) {
                return -1;
            }
            part = following;
            position = 0;
        }
        int count = Math.min(length, part.length - position);
        System.arraycopy(part, position, into, offset, count);
        position += count;
        return count;
    }

    private byte @Nullable [] nextUninterrupted() {
        try {
            return next();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Problem(ErrorCode.UNAVAILABLE, "The server is stopping");
        }
    }

    private byte[] take(Content.Chunk chunk) {
        try {
            ended = chunk.isLast();
            received += chunk.remaining();
            if (received > maxBytes) {
                throw tooLarge(maxBytes);
            }
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes, 0, bytes.length);
            return bytes;
        } finally {
            chunk.release();
        }
    }

    /// How long the sender may still take: the time of a request head, and a second for each so many bytes that came.
    private long remaining() {
        if (limits.minBytesPerSecond() == 0) {
            return Long.MAX_VALUE; // the idle timeout alone bounds it
        }
        double earned = (double) received / limits.minBytesPerSecond();
        double passed = (System.nanoTime() - begin) / 1e9;
        return (long) (limits.headerTimeout().toNanos() + (earned - passed) * 1e9);
    }

    private void awaitContent(long nanos) throws InterruptedException {
        CountDownLatch available = new CountDownLatch(1);
        request.demand(available::countDown);
        if (!available.await(nanos, TimeUnit.NANOSECONDS)) {
            // Ends the demand too; the next read gives this back.
            request.fail(new TimeoutException("the body comes too slowly"));
            available.await();
        }
    }

    private static Problem unreadable(Throwable failure, boolean stopping) {
        return switch (failure) {
            case HttpException malformed ->
                    new Problem(
                            ErrorCode.INVALID_REQUEST, "Malformed body: " + malformed.getReason());
            case Throwable _ when stopping ->
                    new Problem(
                            ErrorCode.UNAVAILABLE,
                            "The server is stopping and the body has not arrived in time");
            case TimeoutException _ ->
                    new Problem(ErrorCode.REQUEST_TIMEOUT, "The body comes too slowly");
            default -> new Problem(ErrorCode.INVALID_REQUEST, "The body ended too early");
        };
    }

    private boolean stopping() {
        return request.getConnectionMetaData().getConnector().isShutdown();
    }

    static Problem tooLarge(long maxBytes) {
        return new Problem(
                ErrorCode.PAYLOAD_TOO_LARGE, "The body is larger than " + maxBytes + " bytes");
    }
}
