package dev.waybill.server.provider.email;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/// Speaks SMTP, and keeps the [Dialogue].
final class Postman extends SMTPTransport {
    private final Dialogue dialogue;

    Postman(Session session, MailServer server, Dialogue dialogue) {
        super(session, new URLName("smtp", server.host(), server.port(), null, null, null));
        this.dialogue = dialogue;
    }

    @Override
    protected void sendCommand(@Nullable String command) throws MessagingException {
        dialogue.say(command == null ? "" : command);
        super.sendCommand(command);
    }

    @Override
    protected int readServerResponse() throws MessagingException {
        int code = super.readServerResponse();
        String text = getLastServerResponse();
        dialogue.hear(code, text == null ? "" : text);
        return code;
    }
}
