package dev.waybill.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Map;
import java.util.stream.Collectors;

/// Puts addresses together. Whatever comes from a handle or an input goes in escaped, as one segment or one value.
public final class Urls {
    private Urls() {}

    /// The base without slashes at its end, and with the root that every address of the provider has.
    public static String base(String written, String root) {
        String base = written.replaceFirst("/+$", "");
        return base.endsWith(root) ? base : base + root;
    }

    public static String at(String base, String... segments) {
        StringBuilder url = new StringBuilder(base);
        for (String segment : segments) {
            url.append('/').append(escaped(segment));
        }
        return url.toString();
    }

    public static String form(Map<String, String> values) {
        return values.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(value -> escaped(value.getKey()) + "=" + escaped(value.getValue()))
                .collect(Collectors.joining("&"));
    }

    /// Everything but the unreserved characters of RFC 3986 in percent.
    public static String escaped(String text) {
        return URLEncoder.encode(text, UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
