package dev.waybill.server.http.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/// Undoes the percent-encoding of one path segment, once.
final class PercentEncoding {
    private PercentEncoding() {}

    static String decode(String segment) {
        if (segment.indexOf('%') < 0) {
            return storable(segment);
        }
        try {
            return storable(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(segment))).toString());
        } catch (CharacterCodingException | IllegalArgumentException _) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "The path is not percent-encoded UTF-8");
        }
    }

    /// PostgreSQL keeps no NUL, so nothing can be called that.
    private static String storable(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "The path holds the character NUL");
        }
        return text;
    }

    private static byte[] bytes(String segment) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(segment.length());
        byte[] raw = segment.getBytes(UTF_8);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] != '%') {
                bytes.write(raw[i]);
            } else if (i + 2 < raw.length) {
                bytes.write(
                        HexFormat.fromHexDigit(raw[i + 1]) << 4
                                | HexFormat.fromHexDigit(raw[i + 2]));
                i += 2;
            } else {
                throw new IllegalArgumentException("truncated escape");
            }
        }
        return bytes.toByteArray();
    }
}
