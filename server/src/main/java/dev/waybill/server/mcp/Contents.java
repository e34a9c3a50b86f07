package dev.waybill.server.mcp;

/// What was read at an address: words, or bytes as base64.
public record Contents(String uri, String mimeType, String text, boolean binary) {
    public Contents(String uri, String mimeType, String text) {
        this(uri, mimeType, text, false);
    }
}
