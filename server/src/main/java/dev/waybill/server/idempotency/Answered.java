package dev.waybill.server.idempotency;

/// What a request is answered with: just made, or the answer its first sending got.
public record Answered(Object data, boolean replayed) {}
