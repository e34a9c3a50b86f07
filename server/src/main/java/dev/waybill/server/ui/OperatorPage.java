package dev.waybill.server.ui;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.server.http.Site;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// The operator's page at `/`, and its files under an address that changes with them, so that browsers may keep them for good.
public final class OperatorPage {
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";

    /// Where the modules of Lit find each other.
    private static final Map<String, String> LIT =
            Map.of(
                    "lit", "lit/index.js",
                    "lit-html", "lit-html/lit-html.js",
                    "lit-html/is-server.js", "lit-html/is-server.js",
                    "lit-html/directives/repeat.js", "lit-html/directives/repeat.js",
                    "lit-element/lit-element.js", "lit-element/lit-element.js",
                    "@lit/reactive-element", "reactive-element/reactive-element.js");

    private OperatorPage() {}

    public static Site site() {
        SortedMap<String, byte[]> files = PageFiles.read();
        String base = "/ui/" + Digests.short256(files);
        String imports = imports(base);
        String index = PageFiles.index().replace("{base}", base).replace("{imports}", imports);
        Map<String, Site.Page> pages = new HashMap<>();
        files.forEach((name, bytes) -> pages.put(base + "/" + name, asset(name, bytes)));
        pages.put("/", page(index, imports));
        return new Site(pages);
    }

    private static Site.Page page(String html, String imports) {
        byte[] bytes = html.getBytes(UTF_8);
        Map<String, String> headers =
                Map.of(
                        "Content-Security-Policy", policy(imports),
                        "Cache-Control", "no-cache",
                        "X-Frame-Options", "DENY",
                        "Cross-Origin-Opener-Policy", "same-origin",
                        "Cross-Origin-Resource-Policy", "same-origin",
                        "Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        return new Site.Page("text/html; charset=utf-8", bytes, Digests.tag(bytes), headers);
    }

    private static Site.Page asset(String name, byte[] bytes) {
        return new Site.Page(
                typeOf(name),
                bytes,
                Digests.tag(bytes),
                Map.of("Cache-Control", FOR_GOOD, "Cross-Origin-Resource-Policy", "same-origin"));
    }

    /// Nothing runs that does not come from here, and nothing becomes markup: Lit's templates alone may be parsed.
    private static String policy(String imports) {
        return String.join(
                "; ",
                "default-src 'none'",
                "script-src 'self' 'sha256-" + Digests.base64(imports.getBytes(UTF_8)) + "'",
                "style-src 'self'",
                "connect-src 'self'",
                "img-src 'self' data:",
                "frame-ancestors 'none'",
                "base-uri 'none'",
                "form-action 'none'",
                "require-trusted-types-for 'script'",
                "trusted-types lit-html");
    }

    private static String imports(String base) {
        return LIT.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> "\"%s\":\"%s/lit/%s\"".formatted(e.getKey(), base, e.getValue()))
                .collect(Collectors.joining(",", "{\"imports\":{", "}}"));
    }

    private static String typeOf(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return switch (ending) {
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException(name + " is of no kind that is served");
        };
    }
}
