package dev.waybill.server.provider.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.waybill.fuzz.Made;
import dev.waybill.fuzz.Proportion;
import dev.waybill.server.provider.Answers;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Wire;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// What is said to a mail server that is to take a letter, in lines that begin with `>`, and what it answers: a code and words.
class DialogueFuzzTest {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-19T08:00:00Z"));
    private static final int CODE = 3;

    @FuzzTest
    void whatever_a_mail_server_says_is_an_outcome_that_can_be_kept(byte[] data) {
        Made made = new Made(data);
        List<String> lines = made.restText().lines().toList();

        Proportion.kept(made.size(), () -> held(lines));
    }

    private static void held(List<String> lines) {
        Wire wire = Answers.wire(List.of(), new Credential("mail", Map.of(), true), List.of());
        Dialogue dialogue = new Dialogue(wire, CLOCK, "smtp://mail.example", "sha256:00");
        for (String line : lines) {
            if (line.startsWith(">")) {
                dialogue.say(command(line));
            } else {
                dialogue.hear(code(line), line.substring(Math.min(CODE, line.length())));
            }
        }
        dialogue.lose("the connection was closed");

        if (!Verdict.taken(dialogue)) {
            Outcome outcome = Verdict.of(dialogue, "the connection was closed");
            assertThat(outcome).isNotInstanceOf(Outcome.Sent.class);
            assertThat(outcome.toString()).doesNotContain("\0").doesNotContain("\n");
        }
        wire.exchanges().forEach(one -> assertThat(one.toString()).doesNotContain("\0"));
    }

    /// The library says these, and nobody else.
    private static String command(String line) {
        return line.substring(1).replaceAll("\\p{Cntrl}", "");
    }

    private static int code(String line) {
        String digits = line.substring(0, Math.min(CODE, line.length()));
        return digits.matches("[0-9]{3}") ? Integer.parseInt(digits) : -1;
    }
}
