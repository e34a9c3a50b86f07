package dev.waybill.server.http.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.RouteTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The documentation of a route table, made when it is first asked for and kept.
public final class Documentation {
    private final RouteTable table;
    private final String version;
    private final Json json;
    private @Nullable Texts texts;

    public Documentation(RouteTable table, String version, Json json) {
        this.table = table;
        this.version = version;
        this.json = json;
    }

    /// The OpenAPI 3.1 document.
    public String openApi() {
        return texts().openApi();
    }

    /// The page, in HTML without scripts.
    public String page() {
        return texts().page();
    }

    /// The page's style sheet.
    public String styles() {
        return texts().styles();
    }

    private synchronized Texts texts() {
        Texts made = texts == null ? make() : texts;
        texts = made;
        return made;
    }

    private Texts make() {
        ObjectNode document = OpenApi.document(table, version, json);
        return new Texts(
                json.text(document),
                new DocsPage(table, new Examples(document, json), new TypeList(document))
                        .html(version),
                resource("docs.css"));
    }

    private static String resource(String name) {
        try (InputStream in = Documentation.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Texts(String openApi, String page, String styles) {}
}
