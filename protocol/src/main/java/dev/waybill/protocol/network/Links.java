package dev.waybill.protocol.network;

import org.jspecify.annotations.Nullable;

/// What a message says it belongs to.
public record Links(
        @Nullable EnvelopeId replyTo, @Nullable TraceId traceId, @Nullable EnvelopeId causationId) {
    public static final Links NONE = new Links(null, null, null);
}
