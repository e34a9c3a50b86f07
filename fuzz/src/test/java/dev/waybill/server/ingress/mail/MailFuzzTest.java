package dev.waybill.server.ingress.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Proportion;
import dev.waybill.server.source.NewEvent;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Mails as they lie in a folder.
class MailFuzzTest {
    private static final Instant RECEIVED = Instant.parse("2026-11-16T08:00:00Z");

    private final MailEvents events = new MailEvents(List.of("bot@example.org"));

    @FuzzTest
    void there_is_an_event_of_every_mail(byte[] bytes) {
        Proportion.kept(bytes.length, () -> read(bytes));
    }

    private void read(byte[] bytes) {
        NewEvent event = events.event(new Mail(1, 2, bytes, false, RECEIVED));

        assertThat(event.nativeId()).startsWith("email_").doesNotContainPattern("[\\x00-\\x1f]");
        assertThat(event.raw().path("text").asString("")).hasSizeLessThan(100_001);
        canBeKept(event.raw());
        event.metadata().forEach(MailFuzzTest::oneLine);
        if (event.handle() != null) {
            assertThat(event.handle().targetRef())
                    .contains("@")
                    .doesNotContainPattern("[\\s\\x00-\\x1f]");
        }
    }

    /// No store takes a text with a zero in it.
    private static void canBeKept(JsonNode said) {
        if (said.isString()) {
            assertThat(said.asString()).doesNotContain("\0");
        } else {
            said.forEach(MailFuzzTest::canBeKept);
        }
    }

    /// Nobody adds a header to an answer, or a line to a log, by what stands in theirs.
    private static void oneLine(JsonNode fact) {
        if (fact.isString()) {
            assertThat(fact.asString()).doesNotContainPattern("[\\x00-\\x1f]");
        } else {
            fact.forEach(MailFuzzTest::oneLine);
        }
    }
}
