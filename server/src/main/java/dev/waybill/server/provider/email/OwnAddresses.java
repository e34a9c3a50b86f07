package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Credential;
import java.util.List;

/// The addresses that a credential's mailbox goes by.
public final class OwnAddresses {
    private OwnAddresses() {}

    /// None where the credential only reads.
    public static List<String> of(Credential credential) {
        try {
            return Sender.of(credential).own();
        } catch (UnusableMail _) {
            return List.of();
        }
    }
}
