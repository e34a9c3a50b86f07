package dev.waybill.protocol.json;

import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.UTF8JsonGenerator;

/// Writes texts in which nothing has to be escaped as the bytes they are, instead of sign by sign: that is most of what
/// the server writes.
final class PlainTexts extends JsonFactory {
    private static final long serialVersionUID = 1L;

    /// Shorter ones are not worth the look.
    private static final int WORTH_A_LOOK = 32;

    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private PlainTexts(JsonFactoryBuilder builder) {
        super(builder);
    }

    static JsonFactoryBuilder factory() {
        return new JsonFactoryBuilder() {
            @Override
            public JsonFactory build() {
                return new PlainTexts(this);
            }
        };
    }

    @Override
    protected JsonGenerator _createUTF8Generator(
            ObjectWriteContext context, IOContext io, OutputStream out) {
        return new Generator(this, context, io, out);
    }

    /// Whether the text is ASCII without anything that has to be escaped.
    static boolean meansItself(String text) {
        return text.length() < WORTH_A_LOOK
                ? everySignMeansItself(text)
                : isPlain(text, text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean everySignMeansItself(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > 127 || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    /// Whether the UTF-8 of the text is what stands between the quotes in JSON. Half a surrogate pair became a question
    /// mark there, which is none.
    static boolean isPlain(String text, byte[] utf8) {
        if (utf8.length != text.length()) {
            return false;
        }
        int at = 0;
        for (; at <= utf8.length - Long.BYTES; at += Long.BYTES) {
            if (needsLook((long) EIGHT.get(utf8, at)) && !isPlain(text, utf8, at, Long.BYTES)) {
                return false;
            }
        }
        return isPlain(text, utf8, at, utf8.length - at);
    }

    private static boolean isPlain(String text, byte[] ascii, int from, int count) {
        for (int i = from; i < from + count; i++) {
            byte sign = ascii[i];
            if (sign < ' ' || sign == '"' || sign == '\\' || sign != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// Whether one of eight ASCII signs is a control, a quote, a backslash or a question mark.
    private static boolean needsLook(long signs) {
        long controls = (signs - ' ' * EACH) & ~signs;
        return ((controls | equal(signs, '"') | equal(signs, '\\') | equal(signs, '?')) & HIGH)
                != 0;
    }

    private static long equal(long signs, char sign) {
        long differences = signs ^ (sign * EACH);
        return (differences - EACH) & ~differences;
    }

    private static final class Generator extends UTF8JsonGenerator {
        Generator(PlainTexts factory, ObjectWriteContext context, IOContext io, OutputStream out) {
            super(
                    context,
                    io,
                    context.getStreamWriteFeatures(factory._streamWriteFeatures),
                    context.getFormatWriteFeatures(factory._formatWriteFeatures),
                    out,
                    context.getRootValueSeparator(factory._rootValueSeparator),
                    null,
                    context.getPrettyPrinter(),
                    factory._maximumNonEscapedChar,
                    factory._quoteChar);
        }

        @Override
        public JsonGenerator writeString(@Nullable String text) {
            if (text != null && text.length() >= WORTH_A_LOOK) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                if (isPlain(text, utf8)) {
                    return writeRawUTF8String(utf8, 0, utf8.length);
                }
            }
            return super.writeString(text);
        }
    }
}
