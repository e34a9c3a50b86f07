package dev.waybill.server.ingress.mail;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.email.Addresses;
import dev.waybill.server.provider.email.Automatic;
import dev.waybill.server.provider.email.MessageIds;
import dev.waybill.server.source.NewEvent;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MailDateFormat;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes events of mail. Whatever is in a mail, there is an event of it; what comes from machines
/// has no handle, so that nobody answers it.
final class MailEvents {
    static final String RECEIVED = "email.received";
    static final String AUTO_REPLY = "email.auto_reply";
    static final String UNREADABLE = "email.unreadable";

    private static final int MOST_REFERENCES = 50;
    private static final Session LENIENT = Session.getInstance(lenient());

    private final List<String> own;

    /// @param own the addresses of the mailbox itself
    MailEvents(List<String> own) {
        this.own = List.copyOf(own);
    }

    private static Properties lenient() {
        Properties settings = new Properties();
        settings.setProperty("mail.mime.allowutf8", "true");
        settings.setProperty("mail.mime.address.strict", "false");
        return settings;
    }

    NewEvent event(Mail mail) {
        try {
            MimeMessage read = new MimeMessage(LENIENT, new ByteArrayInputStream(mail.bytes()));
            return event(mail, new Headers(read), Body.of(read));
        } catch (MessagingException | RuntimeException _) {
            return unreadable(mail, "its headers cannot be read");
        }
    }

    /// The event of a mail of which nothing is known but where it lies.
    static NewEvent unreadable(Mail mail, String why) {
        ObjectNode metadata = Json.emptyObject();
        metadata.put("uid", mail.uid());
        metadata.put("fault", why);
        return new NewEvent(
                "email_uid:" + mail.validity() + ":" + mail.uid(),
                UNREADABLE,
                mail.received(),
                metadata,
                Json.emptyObject(),
                null,
                null);
    }

    private NewEvent event(Mail mail, Headers headers, Body body) {
        List<InternetAddress> from = headers.addresses("From");
        Automatic automatic = automatic(headers, from);
        Optional<String> id =
                Optional.ofNullable(headers.raw("Message-ID")).flatMap(MessageIds::one);
        ObjectNode metadata = metadata(headers, from, id);
        automatic.why().ifPresent(why -> put(metadata, "automatic", why));
        attachments(metadata, body);
        boolean machine =
                new Automatic(
                                automatic.autoSubmitted(),
                                null,
                                null,
                                automatic.returnPath(),
                                automatic.senders())
                        .why()
                        .isPresent();
        return new NewEvent(
                id.map(known -> "email_message:" + known).orElseGet(() -> hash(mail.bytes())),
                machine ? AUTO_REPLY : RECEIVED,
                mail.received(),
                metadata,
                payload(mail, body),
                null,
                automatic.why().isPresent() ? null : handle(headers, from, id));
    }

    private static Automatic automatic(Headers headers, List<InternetAddress> from) {
        return new Automatic(
                headers.raw("Auto-Submitted"),
                headers.raw("Precedence"),
                headers.raw("List-Id"),
                headers.raw("Return-Path"),
                from.stream().map(InternetAddress::getAddress).toList());
    }

    private static ObjectNode metadata(
            Headers headers, List<InternetAddress> from, Optional<String> id) {
        ObjectNode metadata = Json.emptyObject();
        metadata.put("provider", "email");
        if (!from.isEmpty()) {
            metadata.put("from", Headers.line(from.getFirst().getAddress()));
            put(metadata, "fromName", from.getFirst().getPersonal());
        }
        addresses(metadata, "to", headers.addresses("To"));
        addresses(metadata, "cc", headers.addresses("Cc"));
        addresses(metadata, "replyTo", headers.addresses("Reply-To"));
        put(metadata, "subject", headers.text("Subject"));
        put(metadata, "date", date(headers.raw("Date")));
        id.ifPresent(known -> metadata.put("messageId", known));
        ids(headers, "In-Reply-To").stream()
                .findFirst()
                .ifPresent(answered -> metadata.put("inReplyTo", answered));
        ArrayNode references = metadata.putArray("references");
        List<String> all = ids(headers, "References");
        all.subList(Math.max(0, all.size() - MOST_REFERENCES), all.size()).forEach(references::add);
        put(metadata, "listId", headers.text("List-Id"));
        put(metadata, "autoSubmitted", headers.text("Auto-Submitted"));
        put(metadata, "precedence", headers.text("Precedence"));
        put(metadata, "returnPath", headers.text("Return-Path"));
        return metadata;
    }

    private static List<String> ids(Headers headers, String name) {
        String raw = headers.raw(name);
        return raw == null ? List.of() : MessageIds.all(raw);
    }

    private static void put(ObjectNode metadata, String name, @Nullable String value) {
        if (value != null) {
            metadata.put(name, Headers.line(value));
        }
    }

    private static void addresses(ObjectNode metadata, String name, List<InternetAddress> all) {
        ArrayNode list = metadata.putArray(name);
        all.forEach(address -> list.add(Headers.line(address.getAddress())));
    }

    private static void attachments(ObjectNode metadata, Body body) {
        ArrayNode list = metadata.putArray("attachments");
        for (Body.Attachment attachment : body.attachments()) {
            list.addObject()
                    .put("name", attachment.name())
                    .put("type", Headers.line(attachment.type()))
                    .put("size", attachment.size());
        }
    }

    private static ObjectNode payload(Mail mail, Body body) {
        ObjectNode payload = Json.emptyObject();
        payload.put("text", body.text());
        payload.put("fromHtml", body.fromHtml());
        payload.put("truncated", mail.cut() || body.cut());
        payload.put("malformed", body.broken());
        return payload;
    }

    private @Nullable DeliveryHandle handle(
            Headers headers, List<InternetAddress> from, Optional<String> id) {
        List<InternetAddress> wanted = headers.addresses("Reply-To");
        return (wanted.isEmpty() ? from : wanted)
                .stream()
                        .findFirst()
                        .flatMap(address -> Addresses.plain(address.getAddress()))
                        .filter(address -> own.stream().noneMatch(a -> Addresses.same(a, address)))
                        .map(
                                address ->
                                        new DeliveryHandle(
                                                "email",
                                                "message_reply",
                                                address,
                                                id.orElse(null),
                                                "reply"))
                        .orElse(null);
    }

    private static @Nullable String date(@Nullable String header) {
        if (header == null) {
            return null;
        }
        try {
            return new MailDateFormat().parse(header).toInstant().toString();
        } catch (ParseException | RuntimeException _) {
            return null;
        }
    }

    /// Stays the same when a server numbers its mails anew.
    private static String hash(byte[] bytes) {
        try {
            return "email_sha256:"
                    + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
