package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Credential;
import org.jspecify.annotations.Nullable;

/// A mail server and who one is there. Shows no password.
///
/// @param trusted whether it may stand in a network that is not public
/// @param ca the certificates that are trusted there, in PEM, instead of those the JDK trusts
public record MailServer(
        Protocol protocol,
        String host,
        int port,
        Security security,
        @Nullable String username,
        @Nullable String password,
        @Nullable String ca,
        boolean trusted) {
    private static final int MAX_PORT = 0xffff;

    /// What is spoken there.
    public enum Protocol {
        SMTP("smtp", 587, 465, 25),
        IMAP("imap", 143, 993, 143);

        private final String scheme;
        private final int startTls;
        private final int tls;
        private final int none;

        Protocol(String scheme, int startTls, int tls, int none) {
            this.scheme = scheme;
            this.startTls = startTls;
            this.tls = tls;
            this.none = none;
        }

        String scheme() {
            return scheme;
        }

        int port(Security security) {
            return switch (security) {
                case STARTTLS -> startTls;
                case TLS -> tls;
                case NONE -> none;
            };
        }

        /// What a port stands for where nothing else is said; never nothing.
        Security usual(@Nullable Integer port) {
            if (port == null) {
                return this == SMTP ? Security.STARTTLS : Security.TLS;
            }
            return port == tls ? Security.TLS : Security.STARTTLS;
        }
    }

    /// The server that takes mail.
    public static MailServer sending(Credential credential) throws UnusableMail {
        return read(
                Protocol.SMTP,
                credential,
                "",
                credential.field(EmailFields.USERNAME).orElse(null),
                credential.field(EmailFields.PASSWORD).orElse(null));
    }

    /// The server that keeps mail; who one is there is who one is at the other unless it says otherwise.
    public static MailServer reading(Credential credential) throws UnusableMail {
        return read(
                Protocol.IMAP,
                credential,
                "imap-",
                credential
                        .field(EmailFields.IMAP_USERNAME)
                        .or(() -> credential.field(EmailFields.USERNAME))
                        .orElse(null),
                credential
                        .field(EmailFields.IMAP_PASSWORD)
                        .or(() -> credential.field(EmailFields.PASSWORD))
                        .orElse(null));
    }

    private static MailServer read(
            Protocol protocol,
            Credential credential,
            String prefix,
            @Nullable String username,
            @Nullable String password)
            throws UnusableMail {
        String host =
                credential
                        .field(prefix + EmailFields.HOST)
                        .filter(name -> !name.isBlank())
                        .orElseThrow(
                                () ->
                                        new UnusableMail(
                                                "the credential names no " + prefix + "host"));
        Integer port = port(credential, prefix);
        Security security = security(protocol, credential, prefix, port);
        return new MailServer(
                protocol,
                host.strip(),
                port == null ? protocol.port(security) : port,
                security,
                username,
                password,
                credential.field(EmailFields.TLS_CA).orElse(null),
                credential.trusted());
    }

    private static @Nullable Integer port(Credential credential, String prefix)
            throws UnusableMail {
        String text = credential.field(prefix + EmailFields.PORT, "").strip();
        if (text.isEmpty()) {
            return null;
        }
        if (!text.matches("[0-9]{1,5}")
                || Integer.parseInt(text) < 1
                || Integer.parseInt(text) > MAX_PORT) {
            throw new UnusableMail("the credential's " + prefix + "port is no port");
        }
        return Integer.valueOf(text);
    }

    private static Security security(
            Protocol protocol, Credential credential, String prefix, @Nullable Integer port)
            throws UnusableMail {
        String word = credential.field(prefix + EmailFields.SECURITY, "");
        if (word.isBlank()) {
            return protocol.usual(port);
        }
        return Security.of(word)
                .orElseThrow(
                        () ->
                                new UnusableMail(
                                        "the credential's "
                                                + prefix
                                                + "security is not starttls, tls or none"));
    }

    /// Whether what it sends is read here as IMAP; after STARTTLS the library decrypts it.
    boolean announces() {
        return protocol == Protocol.IMAP && security != Security.STARTTLS;
    }

    /// Its address without who one is there.
    public String url() {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return protocol.scheme() + "://" + shown + ":" + port;
    }

    @Override
    public String toString() {
        return url();
    }
}
