package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Job;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Keeps letters from going to machines, and answers from going to ourselves. Nothing in the input of an operation can switch
/// it off. Of a mail that came to no source of the workspace no more is known than the address.
final class LoopGuard {
    private static final Set<String> UNREAD =
            Set.of("noreply", "donotreply", "dontreply", "mailerdaemon");

    private LoopGuard() {}

    /// Why this letter is not sent.
    static Optional<String> why(Job job, String recipient, List<String> own) {
        Optional<String> nobody = nobody(recipient);
        return answers(job)
                ? nobody.or(() -> self(recipient, own)).or(() -> origin(job)).map(LoopGuard::words)
                : nobody.map(why -> "this mail is not sent, because " + why);
    }

    /// Also what is written as a new letter answers if it stands in a thread.
    private static boolean answers(Job job) {
        return job.surface().name().equals(EmailSurfaces.REPLY) || job.handle().threadRef() != null;
    }

    private static Optional<String> self(String recipient, List<String> own) {
        return own.stream().anyMatch(mine -> Addresses.same(mine, recipient))
                ? Optional.of(recipient + " is the sender's own address")
                : Optional.empty();
    }

    /// An address that says itself that nobody reads what comes there.
    private static Optional<String> nobody(String recipient) {
        String local = recipient.replaceFirst("[@+].*", "").toLowerCase(Locale.ROOT);
        return UNREAD.contains(local.replaceAll("[._-]", ""))
                ? Optional.of("nobody reads what is sent to " + recipient)
                : Automatic.machine(recipient);
    }

    private static Optional<String> origin(Job job) {
        if (job.origin() == null) {
            return Optional.empty();
        }
        JsonNode told = job.origin().metadata();
        return new Automatic(
                        text(told, "autoSubmitted"),
                        text(told, "precedence"),
                        text(told, "listId"),
                        text(told, "returnPath"),
                        List.of())
                .why();
    }

    private static String words(String why) {
        return "this mail is not answered, because " + why;
    }

    private static @Nullable String text(JsonNode told, String field) {
        return told.path(field).isString() ? told.path(field).asString() : null;
    }
}
