package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Reads request bodies: whole, JSON, UTF-8, not too large and not too slow.
final class Bodies {
    private static final byte[] NONE = {};

    private final HttpConfig limits;

    Bodies(HttpConfig limits) {
        this.limits = limits;
    }

    byte[] read(Request request) throws InterruptedException {
        if (request.getLength() > limits.maxBodyBytes()) {
            throw tooLarge();
        }
        byte[] body = drain(request);
        if (body.length > 0) {
            MediaTypes.requireJson(request.getHeaders().getValuesList(HttpHeader.CONTENT_TYPE));
            requirePlain(request.getHeaders().getValuesList(HttpHeader.CONTENT_ENCODING));
            requireUtf8(body);
        }
        return body;
    }

    private byte[] drain(Request request) throws InterruptedException {
        long begin = System.nanoTime();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                awaitContent(request, remaining(begin, body.size()));
                continue;
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw unreadable(chunk.getFailure(), stopping(request));
            }
            boolean last = append(chunk, body);
            if (last) {
                return body.size() == 0 ? NONE : body.toByteArray();
            }
        }
    }

    private boolean append(Content.Chunk chunk, ByteArrayOutputStream body) {
        try {
            if (body.size() + chunk.remaining() > limits.maxBodyBytes()) {
                throw tooLarge();
            }
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes, 0, bytes.length);
            body.writeBytes(bytes);
            return chunk.isLast();
        } finally {
            chunk.release();
        }
    }

    /// How long the sender may still take: the time of a request head, and a second for each so many bytes that came.
    private long remaining(long begin, int received) {
        if (limits.minBytesPerSecond() == 0) {
            return Long.MAX_VALUE; // the idle timeout alone bounds it
        }
        long earned = TimeUnit.SECONDS.toNanos(received) / limits.minBytesPerSecond();
        return limits.headerTimeout().toNanos() + earned - (System.nanoTime() - begin);
    }

    private static void awaitContent(Request request, long nanos) throws InterruptedException {
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

    private static boolean stopping(Request request) {
        return request.getConnectionMetaData().getConnector().isShutdown();
    }

    private static void requirePlain(List<String> encodings) {
        if (!encodings.isEmpty() && !encodings.equals(List.of("identity"))) {
            throw new Problem(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "A body must not be compressed");
        }
    }

    private static void requireUtf8(byte[] body) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException _) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "The body is not UTF-8");
        }
    }

    private Problem tooLarge() {
        return new Problem(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "The body is larger than " + limits.maxBodyBytes() + " bytes");
    }
}
