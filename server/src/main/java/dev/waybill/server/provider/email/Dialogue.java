package dev.waybill.server.provider.email;

import dev.waybill.server.provider.Exchanged;
import dev.waybill.server.provider.Wire;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was said to an SMTP server and what it answered, command by command, as far as it decides what became of a
/// letter. Each is noted on the wire without what is secret in it.
final class Dialogue {
    /// Said by the library to leave in good order, whatever came before.
    private static final Set<String> PARTING = Set.of("RSET", "QUIT");

    private static final int CLOSING = 421;

    static final String GREETING = "GREETING";
    static final String END = "DATA-END";

    private final Wire wire;
    private final InstantSource clock;
    private final String url;
    private final String digest;

    private String said = GREETING;
    private Instant at;
    private long begun = System.nanoTime();
    private boolean answered;
    private String step = GREETING;
    private int code;
    private String answer = "";

    /// @param digest the hash of the letter
    Dialogue(Wire wire, InstantSource clock, String url, String digest) {
        this.wire = wire;
        this.clock = clock;
        this.url = url;
        this.digest = digest;
        this.at = clock.instant();
    }

    void say(String command) {
        said = command.equals(".") ? END : command.replaceFirst("(?s) .*", "");
        at = clock.instant();
        begun = System.nanoTime();
        answered = false;
        if (counts()) {
            step = said;
            code = 0;
            answer = "";
        }
    }

    void hear(int heard, String text) {
        note(heard, text.strip(), null);
        answered = true;
        if (counts()) {
            code = heard;
            answer = text.strip();
        }
    }

    /// After it has said that it ends the connection, whatever else fails does so for that.
    private boolean counts() {
        return !PARTING.contains(said) && code != CLOSING;
    }

    /// There is no answer, to this or to anything.
    void lose(String why) {
        if (!answered) {
            note(null, null, why);
            answered = true;
        }
    }

    private void note(@Nullable Integer heard, @Nullable String text, @Nullable String failure) {
        wire.note(
                new Exchanged(
                        at,
                        said,
                        url,
                        said.equals(END) ? digest : null,
                        heard == null || heard < 0 ? null : heard,
                        text == null ? null : wire.kept(text),
                        failure == null ? null : wire.kept(failure),
                        Duration.ofNanos(System.nanoTime() - begun)));
    }

    /// The last command that mattered.
    String step() {
        return step;
    }

    /// The answer to it; not positive where there is none.
    int code() {
        return code;
    }

    String answer() {
        return answer;
    }
}
