package dev.waybill.server.network.transport;

/// Bytes for a subject. The key is the same each time they are published, and the carrier may use it to keep them once.
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Parcel(String subject, byte[] payload, String key) {
    public Parcel {
        Subjects.require(subject);
        if (key.isBlank()) {
            throw new IllegalArgumentException("key of a parcel for " + subject + " is blank");
        }
    }
}
