package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Job;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import java.util.Date;

/// A letter that is ready to be sent. Its id is that of the delivery, however often it is tried.
final class Letter extends MimeMessage {
    private static final String UTF_8 = "UTF-8";

    private final String id;

    private Letter(Session session, String id) {
        super(session);
        this.id = id;
    }

    static Letter of(Job job, Sender sender, Correspondence about, Session session)
            throws MessagingException {
        Letter letter = new Letter(session, about.id());
        letter.setFrom(sender.from());
        if (sender.replyTo() != null) {
            letter.setReplyTo(new InternetAddress[] {sender.replyTo()});
        }
        letter.setRecipient(RecipientType.TO, new InternetAddress(about.recipient(), true));
        letter.setSubject(about.subject(), UTF_8);
        letter.setSentDate(Date.from(job.startedAt()));
        letter.head(about);
        letter.fill(job);
        letter.saveChanges();
        return letter;
    }

    private void head(Correspondence about) throws MessagingException {
        setHeader("Auto-Submitted", about.answer() ? "auto-replied" : "auto-generated");
        if (!about.threading().isEmpty()) {
            setHeader("In-Reply-To", about.threading().answered());
            setHeader(
                    "References",
                    MimeUtility.fold(12, String.join(" ", about.threading().references())));
        }
    }

    private void fill(Job job) throws MessagingException {
        if (job.input().hasNonNull("html")) {
            String html = job.text("html");
            String text = job.input().hasNonNull("text") ? job.text("text") : PlainText.of(html);
            setContent(new MimeMultipart("alternative", part(text, "plain"), part(html, "html")));
        } else {
            setText(lines(job.text("text")), UTF_8);
        }
    }

    private static MimeBodyPart part(String text, String subtype) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setText(lines(text), UTF_8, subtype);
        return part;
    }

    private static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
    }

    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", id);
    }
}
