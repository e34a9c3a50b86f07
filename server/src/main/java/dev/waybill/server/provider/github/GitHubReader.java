package dev.waybill.server.provider.github;

import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Wire;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Reads the API of GitHub for those who look what is new there: with a token, as an App, or as anybody.
public final class GitHubReader {
    private final InstantSource clock;
    private final Tokens tokens;

    public GitHubReader(InstantSource clock) {
        this.clock = clock;
        this.tokens = new Tokens(clock);
    }

    /// What has come of a look.
    public sealed interface Look {
        /// Whatever GitHub says.
        record Answered(HttpAnswer answer) implements Look {}

        /// It could not be asked.
        ///
        /// @param pause for how long it wants to be left alone, if it says so
        record Refused(String words, @Nullable Duration pause) implements Look {}
    }

    /// Asks for what is at a path.
    ///
    /// @param etag of the answer of before, if it is known
    public Look look(Credential credential, Wire wire, String path, @Nullable String etag)
            throws InterruptedException {
        try {
            return new Look.Answered(get(credential, wire, path, etag));
        } catch (Settled e) {
            return e.outcome() instanceof Outcome.Refused refused
                    ? new Look.Refused(refused.message(), refused.retryAfter())
                    : new Look.Refused("GitHub could not be asked", null);
        } catch (IOException e) {
            return new Look.Refused(wire.kept(Broken.before(e).message()), null);
        }
    }

    private HttpAnswer get(Credential credential, Wire wire, String path, @Nullable String etag)
            throws IOException, InterruptedException {
        Line line = new Line(Account.base(credential), wire);
        if (anybody(credential)) {
            return line.get(path, null, etag);
        }
        Account account = Account.of(credential);
        Failures failures = new Failures(wire, 1, clock);
        String token = tokens.token(account, line, failures);
        HttpAnswer answer = line.get(path, token, etag);
        if (answer.status() != 401 || !tokens.renews(account, token)) {
            return answer;
        }
        return line.get(path, tokens.token(account, line, failures), etag);
    }

    private static boolean anybody(Credential credential) {
        return credential.field("token", "").isBlank() && credential.field("app-id", "").isBlank();
    }
}
