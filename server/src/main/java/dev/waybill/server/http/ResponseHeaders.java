package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/// The headers that keep browsers and caches from doing more with an answer than was meant.
final class ResponseHeaders {
    private static final HttpField NO_SNIFF =
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
    private static final HttpField NO_REFERRER =
            new PreEncodedHttpField("Referrer-Policy", "no-referrer");
    private static final HttpField NO_STORE =
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
    private static final HttpField HSTS =
            new PreEncodedHttpField(HttpHeader.STRICT_TRANSPORT_SECURITY, "max-age=31536000");

    private static final Map<String, String> PAGE =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    "X-Frame-Options",
                    "DENY",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Cross-Origin-Resource-Policy",
                    "same-origin",
                    "Cross-Origin-Embedder-Policy",
                    "require-corp");

    private final boolean secure;

    ResponseHeaders(boolean secure) {
        this.secure = secure;
    }

    /// Those of every response.
    void addTo(HttpFields.Mutable fields) {
        fields.put(NO_SNIFF).put(NO_REFERRER).put(NO_STORE);
        if (secure) {
            fields.put(HSTS);
        }
    }

    /// Those of a file that somebody uploaded: whatever is in it, it is saved and not shown.
    static Map<String, String> ofFile(String name) {
        return Map.of(
                HttpHeader.CONTENT_DISPOSITION.asString(),
                "attachment; filename=\""
                        + name.replaceAll("[^\\w.-]", "_")
                        + "\"; filename*=UTF-8''"
                        + percentEncoded(name),
                "Content-Security-Policy",
                "default-src 'none'; sandbox");
    }

    private static String percentEncoded(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20").replace("*", "%2A");
    }

    /// Those that a page needs besides.
    static Map<String, String> ofDocument(String contentType) {
        return contentType.startsWith("text/html") ? PAGE : Map.of();
    }
}
