package dev.waybill.server.config;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The addresses of brokers, which may hold a user and a password that are never shown.
final class NatsUrl {
    private static final Pattern URLS = Pattern.compile("\\S+");
    private static final Pattern PLACE =
            Pattern.compile("(?:\\w+://)?(?:[\\w.-]+|\\[[0-9A-Fa-f:]+])(?::\\d{1,5})?/?");

    private NatsUrl() {}

    static Kind<String> kind() {
        return new Kind<>(
                "one or several URLs with commas between them",
                Kind.Style.SENSITIVE,
                text -> Optional.of(text).filter(urls -> URLS.matcher(urls).matches()),
                NatsUrl::shown);
    }

    static String shown(String urls) {
        return Arrays.stream(urls.split(",")).map(NatsUrl::one).collect(Collectors.joining(","));
    }

    /// A password may hold any character, so what is shown has to look like an address and nothing else.
    private static String one(String url) {
        int scheme = url.indexOf("://");
        int place = url.lastIndexOf('@') + 1;
        String bare = place == 0 ? url : scheme(url, scheme, place) + url.substring(place);
        return PLACE.matcher(bare).matches() ? bare : "(hidden)";
    }

    private static String scheme(String url, int end, int place) {
        return end < 0 || end >= place ? "" : url.substring(0, end + "://".length());
    }
}
