package dev.waybill.protocol.network.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/// Decodes UTF-8 as the reference runtime does: each byte that belongs to no character becomes one U+FFFD.
public final class LenientUtf8 {
    private static final char REPLACEMENT = '\ufffd';

    private LenientUtf8() {}

    public static String decode(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : replaced(bytes);
    }

    private static String replaced(byte[] bytes) {
        CharsetDecoder decoder =
                UTF_8.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        // No UTF-8 byte makes more than one char, so there is always room.
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            in.position(in.position() + 1);
            out.put(REPLACEMENT);
            decoder.reset();
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }
}
