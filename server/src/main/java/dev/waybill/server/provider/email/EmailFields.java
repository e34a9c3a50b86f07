package dev.waybill.server.provider.email;

import dev.waybill.server.provider.CredentialField;
import java.util.List;

/// The fields of a credential for e-mail.
public final class EmailFields {
    static final String HOST = "host";
    static final String PORT = "port";
    static final String SECURITY = "security";
    static final String USERNAME = "username";
    static final String PASSWORD = "password";
    static final String FROM = "from";
    static final String REPLY_TO = "reply-to";
    static final String TLS_CA = "tls-ca";
    static final String IMAP_USERNAME = "imap-username";
    static final String IMAP_PASSWORD = "imap-password";

    /// Which folder is read.
    public static final String IMAP_FOLDER = "imap-folder";

    static final List<CredentialField> ALL =
            List.of(
                    CredentialField.required(HOST, "The SMTP server that takes mail."),
                    CredentialField.optional(
                            PORT, "Its port; 587 for starttls, 465 for tls, 25 for none."),
                    CredentialField.optional(
                            SECURITY,
                            "starttls (the usual one, and then required), tls, or none, which is never assumed."),
                    CredentialField.optional(USERNAME, "Who signs in; nobody does without one."),
                    CredentialField.optionalSecret(PASSWORD, "The password."),
                    CredentialField.required(
                            FROM, "The sender, such as Waybill <bot@example.org>."),
                    CredentialField.optional(REPLY_TO, "Where answers shall go instead."),
                    CredentialField.optional(
                            TLS_CA,
                            "Certificates in PEM that are trusted at these servers instead of the usual ones."),
                    CredentialField.optional(
                            "imap-host", "The IMAP server, where a mailbox is to be read."),
                    CredentialField.optional(
                            "imap-port", "Its port; 993 for tls, 143 for starttls and none."),
                    CredentialField.optional(
                            "imap-security", "tls (the usual one), starttls, or none."),
                    CredentialField.optional(
                            IMAP_USERNAME, "Who signs in there, if it is not username."),
                    CredentialField.optionalSecret(
                            IMAP_PASSWORD, "The password there, if it is not password."),
                    CredentialField.optional(IMAP_FOLDER, "The folder that is read; INBOX."));

    private EmailFields() {}
}
