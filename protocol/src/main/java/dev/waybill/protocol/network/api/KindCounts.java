package dev.waybill.protocol.network.api;

/// How often it did about one kind of message.
public record KindCounts(String kind, long sent, long received, long rejected, long delivered) {}
