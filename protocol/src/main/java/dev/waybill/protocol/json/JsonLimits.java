package dev.waybill.protocol.json;

/// How large, deep and long-numbered a document may be before it is refused.
public record JsonLimits(int maxBytes, int maxDepth, int maxNumberDigits) {
    public static final JsonLimits DEFAULTS = new JsonLimits(1 << 20, 64, 64);
}
