package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Credential;
import jakarta.mail.internet.InternetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whom letters of a credential are from.
record Sender(InternetAddress from, @Nullable InternetAddress replyTo, @Nullable String username) {
    static Sender of(Credential credential) throws UnusableMail {
        InternetAddress from =
                Addresses.named(credential.field(EmailFields.FROM, ""))
                        .orElseThrow(() -> new UnusableMail("the credential's from is no address"));
        String replyTo = credential.field(EmailFields.REPLY_TO, "");
        if (replyTo.isBlank()) {
            return new Sender(from, null, username(credential));
        }
        return new Sender(
                from,
                Addresses.named(replyTo)
                        .orElseThrow(
                                () -> new UnusableMail("the credential's reply-to is no address")),
                username(credential));
    }

    private static @Nullable String username(Credential credential) {
        return credential
                .field(EmailFields.USERNAME)
                .filter(name -> name.contains("@"))
                .orElse(null);
    }

    /// The addresses under which it gets mail.
    List<String> own() {
        List<String> own = new ArrayList<>();
        own.add(from.getAddress());
        if (replyTo != null) {
            own.add(replyTo.getAddress());
        }
        if (username != null) {
            own.add(username);
        }
        return own;
    }

    String domain() {
        return Addresses.domain(from.getAddress());
    }
}
