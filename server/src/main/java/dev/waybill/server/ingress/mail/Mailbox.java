package dev.waybill.server.ingress.mail;

import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.provider.email.MailServer;
import dev.waybill.server.provider.email.Passage;
import dev.waybill.server.provider.email.UnusableMail;
import jakarta.mail.FetchProfile;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.UIDFolder;
import jakarta.mail.URLName;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPMessage;
import org.eclipse.angus.mail.imap.IMAPStore;
import org.jspecify.annotations.Nullable;

/// A folder on an IMAP server. It is only looked at: no mail is marked, moved or deleted.
final class Mailbox {
    private static final int MOST_BYTES = 1 << 20;
    private static final int AT_ONCE = 100;

    /// While nothing happens the server says nothing; whoever listens ends it before that.
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(30);

    private final MailDoor door;
    private final InstantSource clock;

    Mailbox(MailDoor door, InstantSource clock) {
        this.door = door;
        this.clock = clock;
    }

    /// What is done with the mails of a folder, in the order of their numbers.
    interface Taking {
        void mail(Mail mail, Place then);

        /// It could not be read, though the server is there. False where it is to be tried again.
        boolean unreadable(Mail mail, String why, Place then);

        /// There is nothing to take, and the place is another.
        void moved(Place to);
    }

    /// Reads what lies behind the place; true when there may be more.
    boolean read(
            MailServer server, String folder, @Nullable Place place, boolean all, Taking taking)
            throws UnusableMail, MessagingException {
        try (Passage passage = door.to(server)) {
            IMAPStore store = store(door.session(passage), server);
            try {
                store.connect(server.host(), server.port(), server.username(), server.password());
                IMAPFolder open = (IMAPFolder) store.getFolder(folder);
                open.open(Folder.READ_ONLY);
                return read(open, beginning(open, place, all), place, taking);
            } finally {
                leave(store);
            }
        }
    }

    private static IMAPStore store(Session session, MailServer server) {
        session.getProperties().setProperty("mail.imap.peek", "true");
        session.getProperties().setProperty("mail.imap.fetchsize", String.valueOf(1 << 16));
        return new IMAPStore(
                session, new URLName("imap", server.host(), server.port(), null, null, null));
    }

    /// Hears from the server that something has changed in the folder, again and again, until the connection ends. False where
    /// the server does not say so by itself.
    boolean listen(MailServer server, String folder, Consumer<Passage> way, Runnable news)
            throws UnusableMail, MessagingException, IOException {
        try (Passage passage = door.to(server)) {
            way.accept(passage);
            IMAPStore store = store(door.session(passage), server);
            try {
                store.connect(server.host(), server.port(), server.username(), server.password());
                if (!store.hasCapability("IDLE")) {
                    return false;
                }
                IMAPFolder open = (IMAPFolder) store.getFolder(folder);
                open.open(Folder.READ_ONLY);
                passage.patience(LONGEST_SILENCE);
                while (open.isOpen()) {
                    news.run();
                    open.idle(true);
                }
                return true;
            } finally {
                leave(store);
            }
        }
    }

    private static void leave(IMAPStore store) {
        try {
            store.close();
        } catch (MessagingException _) {
            // what was read has been taken
        }
    }

    private Place beginning(IMAPFolder folder, @Nullable Place place, boolean all)
            throws MessagingException {
        long validity = folder.getUIDValidity();
        if (place != null) {
            return place.validity() == validity ? place : place.anew(validity);
        }
        if (all) {
            return new Place(validity, 0, Instant.EPOCH, Instant.EPOCH);
        }
        return new Place(validity, last(folder), Instant.EPOCH, clock.instant());
    }

    private static long last(IMAPFolder folder) throws MessagingException {
        long next = folder.getUIDNext();
        if (next > 0) {
            return next - 1;
        }
        int count = folder.getMessageCount();
        return count == 0 ? 0 : folder.getUID(folder.getMessage(count));
    }

    private boolean read(IMAPFolder folder, Place from, @Nullable Place before, Taking taking)
            throws MessagingException {
        List<Message> page = page(folder, from.uid());
        if (page.isEmpty()) {
            if (!from.equals(before)) {
                taking.moved(from);
            }
            return false;
        }
        FetchProfile facts = new FetchProfile();
        facts.add(FetchProfile.Item.ENVELOPE);
        facts.add(UIDFolder.FetchProfileItem.UID);
        folder.fetch(page.toArray(Message[]::new), facts);
        Place place = from;
        for (Message message : page) {
            place = take(folder, message, place, taking);
        }
        return page.size() == AT_ONCE;
    }

    /// The next ones. Asked for those behind the last one, servers name the last one.
    private static List<Message> page(IMAPFolder folder, long after) throws MessagingException {
        record Numbered(long uid, Message message) {}
        List<Numbered> found = new ArrayList<>();
        for (Message message : folder.getMessagesByUID(after + 1, UIDFolder.LASTUID)) {
            if (message != null && folder.getUID(message) > after) {
                found.add(new Numbered(folder.getUID(message), message));
            }
        }
        return found.stream()
                .sorted(Comparator.comparingLong(Numbered::uid))
                .limit(AT_ONCE)
                .map(Numbered::message)
                .toList();
    }

    private Place take(IMAPFolder folder, Message message, Place place, Taking taking)
            throws MessagingException {
        long uid = folder.getUID(message);
        Instant received = null;
        try {
            received = received(message);
            Place then = place.at(uid, received, clock.instant());
            if (place.wants(received)) {
                taking.mail(mail(place.validity(), uid, message, received), then);
            } else {
                taking.moved(then);
            }
            return then;
        } catch (MessagingException | IOException e) {
            if (message.isExpunged()) {
                return place.at(uid, received, clock.instant());
            }
            if (!folder.isOpen()) {
                throw new MessagingException("the connection was lost", e);
            }
            Place then = place.at(uid, received, clock.instant());
            Mail empty = new Mail(place.validity(), uid, new byte[0], true, received);
            if (!taking.unreadable(empty, "the mail server does not hand it out", then)) {
                throw new MessagingException("the server does not hand out mail " + uid, e);
            }
            return then;
        }
    }

    private static @Nullable Instant received(Message message) throws MessagingException {
        Date date = message.getReceivedDate();
        return date == null ? null : date.toInstant();
    }

    private static Mail mail(long validity, long uid, Message message, @Nullable Instant received)
            throws MessagingException, IOException {
        try (InputStream in = ((IMAPMessage) message).getMimeStream()) {
            byte[] bytes = in.readNBytes(MOST_BYTES);
            return new Mail(validity, uid, bytes, in.read() >= 0, received);
        }
    }
}
