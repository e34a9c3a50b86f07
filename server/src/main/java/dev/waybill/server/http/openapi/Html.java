package dev.waybill.server.http.openapi;

/// Writes text into HTML so that it stays text.
final class Html {
    private Html() {}

    static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
