package dev.waybill.server.ingress.mail;

import dev.waybill.server.provider.email.PlainText;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimePart;
import jakarta.mail.internet.MimePartDataSource;
import jakarta.mail.internet.ParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a mail says, and what hangs on it. Of the same in several forms the plainest is taken; what cannot be decoded is
/// read as it stands.
final class Body {
    private static final int DEEPEST = 10;
    private static final int MOST_PARTS = 200;
    private static final int MOST_ATTACHMENTS = 50;
    private static final int LONGEST = 100_000;

    private final StringBuilder text = new StringBuilder();
    private final List<Attachment> attachments = new ArrayList<>();
    private @Nullable String html;
    private int parts;
    private boolean cut;
    private boolean broken;

    /// A file that came along. It is named, and not kept.
    record Attachment(String name, String type, long size) {}

    private Body() {}

    static Body of(MimeMessage mail) {
        Body body = new Body();
        body.take(mail, 0);
        return body;
    }

    String text() {
        if (!text.isEmpty() || html == null) {
            return text.toString();
        }
        String plain = PlainText.of(html);
        cut |= plain.length() > LONGEST;
        return plain.substring(0, Math.min(plain.length(), LONGEST));
    }

    boolean fromHtml() {
        return text.isEmpty() && html != null;
    }

    List<Attachment> attachments() {
        return attachments;
    }

    /// Whether there was more than is kept.
    boolean cut() {
        return cut;
    }

    /// Whether some of it could not be read as what it says it is.
    boolean broken() {
        return broken;
    }

    private void take(MimePart part, int depth) {
        if (++parts > MOST_PARTS || depth > DEEPEST) {
            cut = true;
            return;
        }
        ContentType type = type(part);
        if (type.match("multipart/*")) {
            several(part, depth);
        } else if (isText(part, type)) {
            words(part, type);
        } else {
            attach(part, type);
        }
    }

    private void several(MimePart part, int depth) {
        try {
            MimeMultipart all = new MimeMultipart(new MimePartDataSource(part));
            for (int i = 0; i < all.getCount() && parts <= MOST_PARTS; i++) {
                BodyPart one = all.getBodyPart(i);
                if (one instanceof MimeBodyPart each) {
                    take(each, depth + 1);
                }
            }
        } catch (MessagingException | RuntimeException _) {
            broken = true;
            if (text.isEmpty()) {
                add(Content.asItStands(part).text(null));
            }
        }
    }

    private static boolean isText(MimePart part, ContentType type) {
        if (!type.match("text/plain") && !type.match("text/html")) {
            return false;
        }
        try {
            return part.getDisposition() == null
                    || !"attachment".equalsIgnoreCase(part.getDisposition());
        } catch (MessagingException _) {
            return true;
        }
    }

    private void words(MimePart part, ContentType type) {
        Content content = Content.of(part);
        broken |= content.broken();
        String words = content.text(type.getParameter("charset"));
        if (type.match("text/html")) {
            html = html == null ? words : html;
        } else {
            add(words);
        }
    }

    private void add(String words) {
        String separated = text.isEmpty() ? words : "\n" + words;
        int room = LONGEST - text.length();
        cut |= separated.length() > room;
        text.append(separated, 0, Math.min(separated.length(), room));
    }

    private void attach(MimePart part, ContentType type) {
        if (attachments.size() >= MOST_ATTACHMENTS) {
            cut = true;
            return;
        }
        Content content = Content.of(part);
        broken |= content.broken();
        attachments.add(new Attachment(name(part), type.getBaseType(), content.size()));
    }

    private static String name(MimePart part) {
        try {
            String name = part.getFileName();
            String line = name == null ? "" : Headers.line(Headers.decoded(name));
            String bare = line.replaceFirst(".*[/\\\\]", "");
            return bare.isEmpty() ? "unnamed" : bare.substring(0, Math.min(bare.length(), 255));
        } catch (MessagingException | RuntimeException _) {
            return "unnamed";
        }
    }

    private ContentType type(MimePart part) {
        try {
            String header = part.getContentType();
            return new ContentType(header == null ? "text/plain" : header);
        } catch (MessagingException | RuntimeException _) {
            broken = true;
            return plain();
        }
    }

    private static ContentType plain() {
        try {
            return new ContentType("text/plain");
        } catch (ParseException e) {
            throw new IllegalStateException("text/plain is a type", e);
        }
    }
}
