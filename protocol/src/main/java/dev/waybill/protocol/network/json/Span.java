package dev.waybill.protocol.network.json;

/// Where a value stands in its document.
public record Span(String document, int start, int end) {
    String text() {
        return document.substring(start, end);
    }

    @Override
    public String toString() {
        return text();
    }
}
