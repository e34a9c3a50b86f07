package dev.waybill.server.provider.email;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells the mail that machines wrote, which is never answered: two machines that answer each other never stop.
///
/// @param returnPath where failures go; empty when it says nowhere, null when it says nothing
/// @param senders whom it is from
public record Automatic(
        @Nullable String autoSubmitted,
        @Nullable String precedence,
        @Nullable String listId,
        @Nullable String returnPath,
        List<String> senders) {
    private static final Set<String> BULK = Set.of("bulk", "list", "junk");

    public Automatic {
        senders = List.copyOf(senders);
    }

    /// Why it is not answered.
    public Optional<String> why() {
        if (autoSubmitted != null && !word(autoSubmitted).equals("no")) {
            return Optional.of("it was submitted automatically (" + word(autoSubmitted) + ")");
        }
        if (precedence != null && BULK.contains(word(precedence))) {
            return Optional.of("its precedence is " + word(precedence));
        }
        if (listId != null && !listId.isBlank()) {
            return Optional.of("it came through a mailing list");
        }
        if (returnPath != null && returnPath.replaceAll("[<>\\s]", "").isEmpty()) {
            return Optional.of("it has no return path");
        }
        return senders.stream().flatMap(sender -> machine(sender).stream()).findFirst();
    }

    /// Whether an address is that of a mail server itself.
    static Optional<String> machine(String address) {
        String local = address.replaceFirst("@.*", "").strip().toLowerCase(Locale.ROOT);
        return local.equals("mailer-daemon") || local.isEmpty()
                ? Optional.of("it is from a mail server")
                : Optional.empty();
    }

    /// The first word, without the parameters behind it.
    private static String word(String header) {
        return header.strip().replaceFirst("(?s)[;(\\s].*", "").toLowerCase(Locale.ROOT);
    }
}
