package dev.waybill.server.ingress.mail;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/// The bytes of one part, decoded as far as they can be.
final class Content {
    private static final Charset OLD = Charset.forName("windows-1252");

    private final byte[] bytes;
    private final boolean broken;

    private Content(byte[] bytes, boolean broken) {
        this.bytes = bytes;
        this.broken = broken;
    }

    static Content of(MimePart part) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream in = part.getInputStream()) {
            in.transferTo(read);
            return new Content(read.toByteArray(), false);
        } catch (MessagingException | IOException | RuntimeException _) {
            return read.size() > 0 ? new Content(read.toByteArray(), true) : asItStands(part);
        }
    }

    /// Not decoded at all.
    static Content asItStands(MimePart part) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (InputStream in = raw(part)) {
            in.transferTo(read);
        } catch (MessagingException | IOException | RuntimeException _) {
            return new Content(read.toByteArray(), true);
        }
        return new Content(read.toByteArray(), true);
    }

    private static InputStream raw(MimePart part) throws MessagingException {
        return switch (part) {
            case MimeMessage mail -> mail.getRawInputStream();
            case MimeBodyPart body -> body.getRawInputStream();
            default -> InputStream.nullInputStream();
        };
    }

    long size() {
        return bytes.length;
    }

    boolean broken() {
        return broken;
    }

    /// The text in that charset, or in the one it looks like.
    String text(@Nullable String charset) {
        Charset known = charset == null ? null : charset(charset);
        String text = known == null ? guessed() : new String(bytes, known);
        return text.replace("\r\n", "\n").replace("\0", "");
    }

    private String guessed() {
        try {
            return UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            return new String(bytes, OLD);
        }
    }

    private static @Nullable Charset charset(String name) {
        try {
            return Charset.forName(MimeUtility.javaCharset(name.strip()));
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
