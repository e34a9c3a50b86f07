package dev.waybill.server.http;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Request;

/// Names each request, so that an answer, its log lines and the caller's own records can be brought together.
final class RequestIds {
    static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = RequestIds.class.getName();
    private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._-]{1,128}");

    private RequestIds() {}

    /// The sender's id if it is harmless, otherwise a new one; the same for the whole request.
    static String of(Request request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String known) {
            return known;
        }
        String sent = request.getHeaders().get(HEADER);
        String id = sent != null && ACCEPTED.matcher(sent).matches() ? sent : random();
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
