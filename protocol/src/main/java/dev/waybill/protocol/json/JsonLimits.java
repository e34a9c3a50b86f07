package dev.waybill.protocol.json;

/// How large, deep and long-numbered a document may be before it is refused.
public record JsonLimits(int maxBytes, int maxDepth, int maxNumberDigits) {
    public static final JsonLimits DEFAULTS = new JsonLimits(1 << 20, 64, 64);

    /// For what we wrote ourselves: it passed the limits once, and may have grown a little since.
    public static final JsonLimits STORED = new JsonLimits(Integer.MAX_VALUE, 1000, 1000);
}
