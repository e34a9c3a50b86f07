package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.config.HttpConfig;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/// Reads request bodies, not too large and not too slow: whole, as JSON in UTF-8, or as they come.
final class Bodies {
    /// How much of a body nobody wants is still read, so that its sender gets to see the answer.
    static final long HEARD_OUT = 16 << 20;

    private static final byte[] NONE = {};
    private static final String READ = Bodies.class.getName();

    private final HttpConfig limits;

    Bodies(HttpConfig limits) {
        this.limits = limits;
    }

    byte[] read(Request request) throws InterruptedException {
        byte[] body = whole(stream(request, limits.maxBodyBytes()));
        request.setAttribute(READ, true);
        if (body.length > 0) {
            MediaTypes.requireJson(request.getHeaders().getValuesList(HttpHeader.CONTENT_TYPE));
            requirePlain(request.getHeaders().getValuesList(HttpHeader.CONTENT_ENCODING));
            requireUtf8(body);
        }
        return body;
    }

    /// The body as it comes; nothing is read yet.
    BodyStream stream(Request request, long maxBytes) {
        if (request.getLength() > maxBytes) {
            throw BodyStream.tooLarge(maxBytes);
        }
        return new BodyStream(request, limits, maxBytes);
    }

    /// Takes what is left of a body nobody wanted: a sender that is cut off while it sends does not see its answer. One
    /// that asks first, or announces far too much, is not heard out.
    void discard(Request request) {
        if (request.getAttribute(READ) == null && isHeardOut(request)) {
            readOut(request);
        }
    }

    private static boolean isHeardOut(Request request) {
        return request.getLength() <= HEARD_OUT
                && !request.getHeaders().contains(HttpHeader.EXPECT);
    }

    private void readOut(Request request) {
        try {
            BodyStream rest = new BodyStream(request, limits, HEARD_OUT);
            for (byte[] part = rest.next(); part != null; part = rest.next()) {
                // nobody wants it
            }
        } catch (Problem _) {
            // The connection ends after the answer.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static byte[] whole(BodyStream stream) throws InterruptedException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] part = stream.next(); part != null; part = stream.next()) {
            body.writeBytes(part);
        }
        return body.size() == 0 ? NONE : body.toByteArray();
    }

    private static void requirePlain(List<String> encodings) {
        if (!encodings.isEmpty() && !encodings.equals(List.of("identity"))) {
            throw new Problem(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "A body must not be compressed");
        }
    }

    private static void requireUtf8(byte[] body) {
        if (isAscii(body)) {
            return;
        }
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException _) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "The body is not UTF-8");
        }
    }

    private static boolean isAscii(byte[] body) {
        int signs = 0;
        for (byte each : body) {
            signs |= each;
        }
        return signs >= 0;
    }
}
