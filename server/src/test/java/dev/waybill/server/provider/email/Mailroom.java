package dev.waybill.server.provider.email;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.tls.PemFiles;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A mail server on loopback that takes and keeps mail, plain and over TLS.
public final class Mailroom implements AutoCloseable {
    public static final String OWN = "bot@example.org";
    public static final String PASSWORD = "correct horse battery";

    /// GreenMail reads its key once, so all of them share one certificate.
    private static final PemFiles CERTIFICATE = certificate();

    private final GreenMail mail;

    private Mailroom(GreenMail mail) {
        this.mail = mail;
    }

    public static Mailroom open() {
        GreenMail mail =
                new GreenMail(
                        new ServerSetup[] {
                            setup(ServerSetup.PROTOCOL_SMTP),
                            setup(ServerSetup.PROTOCOL_SMTPS),
                            setup(ServerSetup.PROTOCOL_IMAP),
                            setup(ServerSetup.PROTOCOL_IMAPS)
                        });
        mail.start();
        mail.setUser(OWN, "bot", PASSWORD);
        return new Mailroom(mail);
    }

    private static ServerSetup setup(String protocol) {
        return new ServerSetup(0, "127.0.0.1", protocol);
    }

    private static PemFiles certificate() {
        try {
            Path folder = Files.createTempDirectory("mailroom");
            PemFiles files = new PemFiles(folder);
            files.write("-keyalg", "RSA");
            System.setProperty(
                    "greenmail.tls.keystore.file", folder.resolve("made.p12").toString());
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static PemFiles pem() {
        return CERTIFICATE;
    }

    public static String ca() {
        try {
            return Files.readString(CERTIFICATE.certificate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A credential of the operator for this server, without TLS; more fields replace its own.
    public Credential credential(Map<String, String> more) {
        Map<String, String> fields = new HashMap<>();
        fields.put("host", "127.0.0.1");
        fields.put("port", String.valueOf(mail.getSmtp().getPort()));
        fields.put("security", "none");
        fields.put("username", "bot");
        fields.put("password", PASSWORD);
        fields.put("from", "Waybill <" + OWN + ">");
        fields.put("imap-host", "127.0.0.1");
        fields.put("imap-port", String.valueOf(mail.getImap().getPort()));
        fields.put("imap-security", "none");
        fields.putAll(more);
        return new Credential("mail", fields, true);
    }

    public Credential overTls() {
        return credential(
                Map.of(
                        "port", String.valueOf(mail.getSmtps().getPort()),
                        "security", "tls",
                        "imap-port", String.valueOf(mail.getImaps().getPort()),
                        "imap-security", "tls",
                        "tls-ca", ca()));
    }

    public GreenMail server() {
        return mail;
    }

    /// What has arrived, once there are so many.
    public List<MimeMessage> arrived(int count) {
        if (!mail.waitForIncomingEmail(Duration.ofSeconds(10).toMillis(), count)) {
            throw new AssertionError("there are not " + count + " letters");
        }
        return List.of(mail.getReceivedMessages());
    }

    @Override
    public void close() {
        mail.stop();
    }
}
