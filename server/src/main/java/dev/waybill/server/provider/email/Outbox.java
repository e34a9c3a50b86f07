package dev.waybill.server.provider.email;

import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Hands letters to mail servers, one connection each.
final class Outbox {
    /// Servers look through a letter before they take it, and may need so many times as long as for other answers.
    private static final int PATIENCE = 6;

    /// A server that answers each command just in time may take so many times as long in all.
    private static final int PATIENCE_IN_ALL = 10;

    private static final int OK = 250;
    private static final Pattern QUEUED = Pattern.compile("(?i)queued as ([A-Za-z0-9._-]{1,80})");

    private final MailDoor door;
    private final InstantSource clock;

    Outbox(MailDoor door, InstantSource clock) {
        this.door = door;
        this.clock = clock;
    }

    /// What became of a letter.
    sealed interface Fate {
        record Taken(Evidence evidence) implements Fate {}

        record NotTaken(Outcome outcome) implements Fate {}
    }

    Fate send(Job job, Sender sender, Correspondence about, MailServer server)
            throws InterruptedException {
        try (Passage passage = door.to(server)) {
            Session session = door.session(passage);
            session.getProperties().setProperty("mail.smtp.from", sender.from().getAddress());
            session.getProperties().setProperty("mail.smtp.localhost", sender.domain());
            Letter letter = Letter.of(job, sender, about, session);
            Dialogue dialogue = new Dialogue(job.wire(), clock, server.url(), digest(letter));
            return withinLimit(passage, () -> hand(letter, session, passage, dialogue));
        } catch (UnusableMail e) {
            return refused(ProviderFault.AUTH, e.words());
        } catch (MessagingException | IOException e) {
            return refused(ProviderFault.INPUT, "the letter cannot be written: " + e.getMessage());
        }
    }

    private Fate withinLimit(Passage passage, Handing handing) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Duration limit = door.timeout().multipliedBy(PATIENCE_IN_ALL);
        Thread.ofVirtual()
                .name("mail limit")
                .start(
                        () -> {
                            try {
                                if (!done.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                                    passage.close();
                                }
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
        try {
            return handing.hand();
        } finally {
            done.countDown();
        }
    }

    private interface Handing {
        Fate hand() throws InterruptedException;
    }

    private Fate hand(Letter letter, Session session, Passage passage, Dialogue dialogue)
            throws InterruptedException {
        MailServer server = passage.server();
        Postman postman =
                new Postman(session, passage, door.timeout().multipliedBy(PATIENCE), dialogue);
        try {
            postman.connect(server.host(), server.port(), server.username(), server.password());
            Address[] recipients = Objects.requireNonNull(letter.getAllRecipients());
            postman.sendMessage(letter, recipients);
            return taken(dialogue);
        } catch (MessagingException e) {
            dialogue.lose(words(e));
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while sending mail");
            }
            return Verdict.taken(dialogue) ? taken(dialogue) : failed(e, dialogue);
        } finally {
            leave(postman);
        }
    }

    private static Fate taken(Dialogue dialogue) {
        Matcher queued = QUEUED.matcher(dialogue.answer());
        int code = dialogue.code() > 0 ? dialogue.code() : OK;
        return new Fate.Taken(Evidence.of(code, queued.find() ? queued.group(1) : null));
    }

    private static Fate failed(MessagingException failure, Dialogue dialogue) {
        RefusedTarget refused = cause(failure, RefusedTarget.class);
        if (refused != null && !refused.isUnknownHost()) {
            return refused(ProviderFault.REJECTED, "the credential's host " + refused.words());
        }
        if (dialogue.code() >= 400) {
            return new Fate.NotTaken(Verdict.of(dialogue, words(failure)));
        }
        if (failure instanceof AuthenticationFailedException) {
            return dialogue.step().equals("AUTH")
                    ? refused(ProviderFault.UNAVAILABLE, "the connection was lost while signing in")
                    : refused(ProviderFault.AUTH, "the mail server knows no way to sign in");
        }
        if (cause(failure, IOException.class) == null && dialogue.step().equals("EHLO")) {
            return refused(ProviderFault.REJECTED, words(failure));
        }
        return new Fate.NotTaken(Verdict.of(dialogue, words(failure)));
    }

    private static void leave(Postman postman) {
        try {
            postman.close();
        } catch (MessagingException _) {
            // what became of the letter is known by now
        }
    }

    private static Fate refused(ProviderFault fault, String words) {
        return new Fate.NotTaken(Outcome.Refused.of(fault, words, Evidence.NONE));
    }

    private static String words(MessagingException failure) {
        IOException cause = cause(failure, IOException.class);
        String inner = cause == null ? "" : ": " + cause.getMessage();
        return (failure.getMessage() + inner).replaceAll("\\p{Cntrl}+", " ");
    }

    private static <T extends Throwable> @Nullable T cause(Throwable failure, Class<T> type) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < 10; depth++) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
            each = each.getCause();
        }
        return null;
    }

    private static String digest(Letter letter) throws IOException, MessagingException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        letter.writeTo(bytes);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
