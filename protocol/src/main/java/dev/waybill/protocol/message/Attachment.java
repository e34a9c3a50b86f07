package dev.waybill.protocol.message;

/// A file that goes with a message.
public record Attachment(String fileId, String filename, String contentType, long sizeBytes) {}
