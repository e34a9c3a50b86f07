package dev.waybill.server.ingress;

import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.RetryAfter;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Wire;
import dev.waybill.server.provider.github.GitHubReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Asks GitHub on behalf of one source.
final class GitHubAsk {
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private final GitHubReader reader;
    private final InstantSource clock;
    private final Credential credential;
    private final Wire wire;

    GitHubAsk(GitHubReader reader, InstantSource clock, Credential credential, Wire wire) {
        this.reader = reader;
        this.clock = clock;
        this.credential = credential;
        this.wire = wire;
    }

    /// Either 200 or, where an `ETag` was given, 304.
    HttpAnswer get(String path, @Nullable String etag) throws Unread, InterruptedException {
        HttpAnswer answer = look(path, etag);
        if (answer.status() == 200 || answer.status() == 304) {
            return answer;
        }
        throw new Unread("GitHub answered " + answer.status(), pause(answer));
    }

    /// Whatever GitHub says.
    HttpAnswer look(String path, @Nullable String etag) throws Unread, InterruptedException {
        return switch (reader.look(credential, wire, path, etag)) {
            case GitHubReader.Look.Answered(var answer) -> answer;
            case GitHubReader.Look.Refused(var words, var pause) -> throw new Unread(words, pause);
        };
    }

    /// Until `Retry-After`, or until the hour's requests begin anew.
    private @Nullable Duration pause(HttpAnswer answer) {
        Instant now = clock.instant();
        Duration asked = RetryAfter.of(answer, now, LONGEST_PAUSE);
        if (!asked.isZero()) {
            return asked;
        }
        boolean spent = answer.header("x-ratelimit-remaining").filter("0"::equals).isPresent();
        return spent
                ? answer.header("x-ratelimit-reset")
                        .filter(text -> text.matches("[0-9]{1,12}"))
                        .map(
                                text ->
                                        Duration.between(
                                                now, Instant.ofEpochSecond(Long.parseLong(text))))
                        .filter(Duration::isPositive)
                        .map(wait -> wait.compareTo(LONGEST_PAUSE) < 0 ? wait : LONGEST_PAUSE)
                        .orElse(null)
                : null;
    }
}
