package dev.waybill.protocol.message;

/// The whole answer to a message that was sent.
public interface Sent {
    SentBrief brief();
}
