package dev.waybill.server.network.transport;

/// Bytes that were published to a subject. Whoever keeps them runs `taken` once they are safe, at any time and on any
/// thread; a carrier that can brings them again until then.
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Arrival(String subject, byte[] payload, Runnable taken) {}
