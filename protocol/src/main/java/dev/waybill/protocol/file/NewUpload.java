package dev.waybill.protocol.file;

import java.util.regex.Pattern;

/// Announces a file that is about to be uploaded.
public record NewUpload(String filename, String contentType, long sizeBytes) {
    private static final int MAX_NAME = 255;
    private static final int MAX_TYPE = 127;
    private static final Pattern TYPE =
            Pattern.compile(
                    "[\\w.+-]+/[\\w.+-]+(\\s*;\\s*[\\w.-]+=(\"[ !#-\\[\\]-~]*\"|[\\w.+-]+))*");

    public NewUpload {
        if (filename.isBlank()
                || filename.length() > MAX_NAME
                || filename.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "filename is not 1 to " + MAX_NAME + " visible characters");
        }
        if (contentType.length() > MAX_TYPE || !TYPE.matcher(contentType).matches()) {
            throw new IllegalArgumentException(
                    "content_type is not a media type such as text/plain");
        }
        if (sizeBytes < 1) {
            throw new IllegalArgumentException("size_bytes is less than 1: " + sizeBytes);
        }
    }
}
