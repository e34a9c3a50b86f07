package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Job;
import java.util.Optional;

/// To whom a letter goes, about what, and in which conversation.
record Correspondence(
        String id, String recipient, String subject, boolean answer, Threading threading) {
    static Correspondence of(Job job, Sender sender) throws UnusableMail {
        String recipient =
                Addresses.plain(job.target())
                        .orElseThrow(() -> new UnusableMail(job.target() + " is no address"));
        boolean answer = job.surface().name().equals(EmailSurfaces.REPLY);
        return new Correspondence(
                "<" + job.deliveryId() + "@" + sender.domain() + ">",
                recipient,
                subject(job, answer),
                answer,
                answer ? Threading.of(job) : Threading.NONE);
    }

    private static String subject(Job job, boolean answer) throws UnusableMail {
        if (job.input().hasNonNull("subject")) {
            String given = job.text("subject");
            if (Addresses.holdsControls(given)) {
                throw new UnusableMail("subject is more than one line");
            }
            return given.strip();
        }
        if (answer) {
            return Subjects.answering(
                    Optional.ofNullable(job.origin())
                            .map(origin -> origin.metadata().path("subject").asString(""))
                            .orElse(""));
        }
        return Subjects.of(
                job.input().hasNonNull("text") ? job.text("text") : PlainText.of(job.text("html")));
    }
}
