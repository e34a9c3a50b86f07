package dev.waybill.server.provider.email;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/// Speaks SMTP, and keeps the [Dialogue].
final class Postman extends SMTPTransport {
    private final Passage passage;
    private final Duration patience;
    private final Dialogue dialogue;

    /// @param patience how long the server may take to say whether it takes a letter, which it looks through meanwhile
    Postman(Session session, Passage passage, Duration patience, Dialogue dialogue) {
        super(
                session,
                new URLName(
                        "smtp",
                        passage.server().host(),
                        passage.server().port(),
                        null,
                        null,
                        null));
        this.passage = passage;
        this.patience = patience;
        this.dialogue = dialogue;
    }

    @Override
    protected void finishData() throws IOException, MessagingException {
        passage.patience(patience);
        super.finishData();
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
