package dev.waybill.server.provider.github;

import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.provider.Wire;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Requests to the API of one GitHub. Where a repository was renamed it follows, with the same method and body, as long as it is
/// not led away from the host of the API: the token is for nobody else.
final class Line {
    private static final int MAX_REDIRECTS = 3;
    private static final Set<Integer> MOVED = Set.of(301, 307, 308);
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Accept", "application/vnd.github+json",
                    "X-GitHub-Api-Version", "2022-11-28",
                    "User-Agent", "waybill");

    private final URI base;
    private final Wire wire;

    Line(URI base, Wire wire) {
        this.base = base;
        this.wire = wire;
    }

    /// What cannot be followed is answered as it is.
    HttpAnswer send(String method, String path, String bearer, @Nullable String body)
            throws IOException, InterruptedException {
        Map<String, String> headers = new HashMap<>(HEADERS);
        headers.put("Authorization", "Bearer " + bearer);
        if (body != null) {
            headers.put("Content-Type", "application/json");
        }
        return send(method, path, headers, body);
    }

    /// Reads what anybody may read if there is no token.
    ///
    /// @param etag of the answer of before, if it is known
    HttpAnswer get(String path, @Nullable String bearer, @Nullable String etag)
            throws IOException, InterruptedException {
        Map<String, String> headers = new HashMap<>(HEADERS);
        if (bearer != null) {
            headers.put("Authorization", "Bearer " + bearer);
        }
        if (etag != null) {
            headers.put("If-None-Match", etag);
        }
        return send("GET", path, headers, null);
    }

    private HttpAnswer send(
            String method, String path, Map<String, String> headers, @Nullable String body)
            throws IOException, InterruptedException {
        URI target = URI.create(base + path);
        HttpAnswer answer = wire.send(new HttpCall(method, target, headers, body));
        for (int followed = 0; followed < MAX_REDIRECTS; followed++) {
            URI next = moved(answer, target).orElse(null);
            if (next == null) {
                return answer;
            }
            target = next;
            answer = wire.send(new HttpCall(method, target, headers, body));
        }
        return answer;
    }

    private Optional<URI> moved(HttpAnswer answer, URI from) {
        return MOVED.contains(answer.status())
                ? answer.header("location")
                        .filter(text -> !text.isBlank())
                        .flatMap(text -> resolved(from, text))
                : Optional.empty();
    }

    private Optional<URI> resolved(URI from, String location) {
        try {
            return Optional.of(from.resolve(location)).filter(this::within);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private boolean within(URI target) {
        return base.getScheme().equalsIgnoreCase(target.getScheme())
                && base.getHost().equalsIgnoreCase(String.valueOf(target.getHost()))
                && port(base) == port(target)
                && target.getRawUserInfo() == null
                && target.getRawFragment() == null;
    }

    private static int port(URI target) {
        if (target.getPort() > 0) {
            return target.getPort();
        }
        return "https".equalsIgnoreCase(target.getScheme()) ? 443 : 80;
    }
}
