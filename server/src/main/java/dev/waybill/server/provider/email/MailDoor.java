package dev.waybill.server.provider.email;

import dev.waybill.server.config.Network;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.tls.ClientTls;
import dev.waybill.server.tls.TlsFault;
import jakarta.mail.Session;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLContext;

/// The way to mail servers: to those of users only where the users' other addresses may lead, and to an address that was
/// vetted, never to what a second look at the name finds.
public final class MailDoor {
    private static final List<Network> ANYWHERE =
            List.of(Network.of("0.0.0.0/0"), Network.of("::/0"));

    private final TargetGuard open = new TargetGuard(ANYWHERE);
    private final TargetGuard guarded;
    private final Duration timeout;

    /// The timeout is for a connection to be made, and for each answer.
    public MailDoor(TargetGuard guarded, Duration timeout) {
        this.guarded = guarded;
        this.timeout = timeout;
    }

    Duration timeout() {
        return timeout;
    }

    /// Where one connection is made. It must be closed, whether it was made or not.
    public Passage to(MailServer server) throws UnusableMail {
        SSLContext tls = tls(server);
        return new Passage(
                server,
                server.trusted() ? open : guarded,
                tls.getSocketFactory(),
                (int) timeout.toMillis());
    }

    private static SSLContext tls(MailServer server) throws UnusableMail {
        try {
            return server.ca() == null
                    ? ClientTls.context(null, null, null)
                    : ClientTls.trusting(EmailFields.TLS_CA, server.ca());
        } catch (TlsFault e) {
            throw new UnusableMail("the credential's tls-ca cannot be used: " + e.getMessage());
        }
    }

    /// The settings with which the mail library takes the passage. It tries a socket of its own when ours fails, unless it
    /// is told not to.
    public Session session(Passage passage) {
        MailServer server = passage.server();
        String prefix = "mail." + server.protocol().scheme() + ".";
        Properties settings = new Properties();
        String patience = String.valueOf(timeout.toMillis());
        settings.put(prefix + "socketFactory", passage);
        settings.setProperty(prefix + "socketFactory.fallback", "false");
        settings.setProperty(prefix + "connectiontimeout", patience);
        settings.setProperty(prefix + "timeout", patience);
        settings.put(prefix + "ssl.socketFactory", passage.tls());
        settings.setProperty(prefix + "ssl.checkserveridentity", "true");
        if (server.security() == Security.STARTTLS) {
            settings.setProperty(prefix + "starttls.enable", "true");
            settings.setProperty(prefix + "starttls.required", "true");
        }
        settings.setProperty(prefix + "auth", String.valueOf(server.username() != null));
        return Session.getInstance(settings);
    }
}
