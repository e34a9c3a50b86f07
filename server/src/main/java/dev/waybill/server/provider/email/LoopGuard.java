package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Job;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Keeps answers from going to machines, and to ourselves. Nothing in the input of an operation can switch it off.
final class LoopGuard {
    private LoopGuard() {}

    /// Why this answer is not sent.
    static Optional<String> why(Job job, String recipient, List<String> own) {
        if (!job.surface().name().equals(EmailSurfaces.REPLY)) {
            return Optional.empty();
        }
        if (own.stream().anyMatch(mine -> Addresses.same(mine, recipient))) {
            return Optional.of(words(recipient + " is the sender's own address"));
        }
        return Automatic.machine(recipient).or(() -> origin(job)).map(LoopGuard::words);
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
