package dev.waybill.server.ingress.mail;

import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.email.EmailFields;
import dev.waybill.server.provider.email.MailServer;
import dev.waybill.server.provider.email.OwnAddresses;
import dev.waybill.server.provider.email.UnusableMail;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.Events;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.NewEvent;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.source.Sources;
import dev.waybill.server.store.Database;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the mailbox of a source. The place in the folder moves in the transaction that keeps the event, so that a mail is
/// neither lost nor told twice, whenever the server stops.
final class MailFeed {
    private static final Logger LOG = LoggerFactory.getLogger(MailFeed.class);
    private static final int LONGEST_TROUBLE = 300;

    private final Database database;
    private final Sources sources;
    private final Events events;
    private final Credentials credentials;
    private final Mailbox mailbox;
    private final Strikes strikes = new Strikes();

    MailFeed(
            Database database,
            Sources sources,
            Events events,
            Credentials credentials,
            Mailbox mailbox) {
        this.database = database;
        this.sources = sources;
        this.events = events;
        this.credentials = credentials;
        this.mailbox = mailbox;
    }

    /// What reading has brought.
    sealed interface Result {
        record Read(int mails, int appended, boolean more) implements Result {}

        record Failed(String trouble) implements Result {}
    }

    Result read(KeptSource source) {
        try {
            Credential credential = credential(source);
            Taker taker = new Taker(source, new MailEvents(OwnAddresses.of(credential)));
            boolean more =
                    mailbox.read(
                            MailServer.reading(credential),
                            folder(source, credential),
                            Place.parse(source.checkpoint()).orElse(null),
                            source.config().path("start").asString("latest").equals("earliest"),
                            taker);
            recovered(source, taker);
            return new Result.Read(taker.mails, taker.appended, more);
        } catch (NoCredential e) {
            return failed(source, e.getMessage());
        } catch (UnusableMail e) {
            return failed(source, e.words());
        } catch (AuthenticationFailedException e) {
            return failed(source, "the mail server refuses the sign-in");
        } catch (MessagingException e) {
            return failed(source, "the mailbox cannot be read: " + e.getMessage());
        }
    }

    /// Hears when there is something to read, if the server says so by itself.
    Listening listen(KeptSource source) {
        return Listening.begin(
                "mail for " + source.id(),
                to -> {
                    Credential credential = credential(source);
                    return mailbox.listen(
                            MailServer.reading(credential),
                            folder(source, credential),
                            to::goes,
                            to::heard);
                });
    }

    private Credential credential(KeptSource source) {
        try {
            return credentials
                    .find(source.workspace(), source.credential())
                    .orElseThrow(() -> new NoCredential("there is no credential for email"));
        } catch (Refusal e) {
            throw new NoCredential(e.detail());
        }
    }

    private static String folder(KeptSource source, Credential credential) {
        String own = source.config().path("folder").asString("");
        return own.isBlank() ? credential.field(EmailFields.IMAP_FOLDER, "INBOX") : own;
    }

    /// A mailbox in which nothing new lies is in order, too.
    private void recovered(KeptSource source, Taker taker) {
        if (source.status() == SourceStatus.ERROR && !taker.moved) {
            write(source, source.checkpoint());
        }
    }

    private void write(KeptSource source, @Nullable String checkpoint) {
        database.write(
                tx -> {
                    sources.reached(tx, source.id(), checkpoint);
                    return true;
                });
    }

    private Result failed(KeptSource source, @Nullable String words) {
        String line = String.valueOf(words).replaceAll("\\p{Cntrl}+", " ");
        String trouble = line.substring(0, Math.min(line.length(), LONGEST_TROUBLE));
        if (!trouble.equals(source.trouble())) {
            LOG.atWarn()
                    .addKeyValue("source", source.id())
                    .addKeyValue("trouble", trouble)
                    .log("A mailbox cannot be read and will be tried again");
            database.write(
                    tx -> {
                        sources.troubled(tx, source, trouble);
                        return true;
                    });
        }
        return new Result.Failed(trouble);
    }

    /// Makes events of the mails of one source.
    private final class Taker implements Mailbox.Taking {
        private final KeptSource source;
        private final MailEvents made;
        private int mails;
        private int appended;
        private boolean moved;

        Taker(KeptSource source, MailEvents made) {
            this.source = source;
            this.made = made;
        }

        @Override
        public void mail(Mail mail, Place then) {
            keep(mail, made.event(mail), then);
        }

        @Override
        public boolean unreadable(Mail mail, String why, Place then) {
            if (!strikes.out(source.id(), mail.uid())) {
                return false;
            }
            keep(mail, MailEvents.unreadable(mail, why), then);
            return true;
        }

        @Override
        public void moved(Place to) {
            write(source, to.text());
            moved = true;
        }

        private void keep(Mail mail, NewEvent event, Place then) {
            try {
                append(event, then);
            } catch (Refusal refusal) {
                if (refusal.reason() != Reason.INVALID_REQUEST) {
                    throw refusal;
                }
                append(MailEvents.unreadable(mail, refusal.detail()), then);
            }
            mails++;
            moved = true;
        }

        private void append(NewEvent event, Place then) {
            appended +=
                    events.append(
                                    source.workspace(),
                                    source.id(),
                                    List.of(event),
                                    tx -> sources.reached(tx, source.id(), then.text()))
                            .appended();
        }
    }

    /// Nobody has said how to sign in.
    private static final class NoCredential extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoCredential(String words) {
            super(words, null, false, false);
        }
    }
}
