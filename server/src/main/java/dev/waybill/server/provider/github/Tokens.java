package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// The tokens of installations and the names that credentials go by, asked for when they are needed. Kept by the content of the
/// credential, so that one with another's name gets nothing of it.
final class Tokens {
    private static final Duration EARLY = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final Remembered<Minted> minted = new Remembered<>();
    private final Remembered<Optional<String>> logins = new Remembered<>();

    private record Minted(String token, Instant until) {
        @Override
        public String toString() {
            return "Minted[" + until + "]";
        }
    }

    Tokens(InstantSource clock) {
        this.clock = clock;
    }

    String token(Account account, Line line, Failures failures) throws InterruptedException {
        return switch (account.holder()) {
            case Account.Holder.Bearer(var token) -> token;
            case Account.Holder.App app ->
                    minted.get(
                                    account.fingerprint(),
                                    known -> clock.instant().isBefore(known.until()),
                                    () -> mint(app, line, failures))
                            .token();
        };
    }

    /// GitHub does not take it any more; whether another can be had.
    boolean renews(Account account, String token) {
        minted.forget(account.fingerprint(), known -> known.token().equals(token));
        return account.holder() instanceof Account.Holder.App;
    }

    /// The name that the credential acts under; empty where GitHub does not tell.
    Optional<String> login(Account account, Line line, Failures failures)
            throws InterruptedException {
        return logins.get(
                account.fingerprint(),
                _ -> true,
                () ->
                        switch (account.holder()) {
                            case Account.Holder.Bearer(var token) ->
                                    name(ask(line, "GET", "/user", token), failures, "login");
                            case Account.Holder.App app ->
                                    name(ask(line, "GET", "/app", jwt(app)), failures, "slug")
                                            .map(slug -> slug + "[bot]");
                        });
    }

    private Minted mint(Account.Holder.App app, Line line, Failures failures)
            throws InterruptedException {
        String path = "/app/installations/" + app.installation() + "/access_tokens";
        Reply reply = ask(line, "POST", path, jwt(app));
        if (!reply.successful()) {
            throw new Settled(refused(reply, failures));
        }
        String token = reply.text("token");
        if (!token.matches("[!-~]+")) {
            throw new Settled(
                    failures.of(
                            reply,
                            ProviderFault.UNAVAILABLE,
                            "GitHub answered without a token for the installation",
                            null));
        }
        return new Minted(token, until(reply.text("expires_at")));
    }

    /// That an installation is not there is a fault of the credential and not of the handle.
    private static Outcome.Refused refused(Reply reply, Failures failures) {
        Outcome.Refused plain = failures.of(reply);
        return switch (plain.fault()) {
            case RATE_LIMITED, UNAVAILABLE -> plain;
            default ->
                    failures.of(
                            reply,
                            ProviderFault.AUTH,
                            "no token for the installation: " + plain.message(),
                            null);
        };
    }

    /// Who may not ask for its own name cannot be told by it; all else may be better in a while.
    private static Optional<String> name(Reply reply, Failures failures, String field) {
        if (reply.successful() && !reply.text(field).isEmpty()) {
            return Optional.of(reply.text(field));
        }
        Outcome.Refused refused = failures.of(reply);
        boolean untold = reply.status() == 403 || reply.status() == 404;
        if (untold && refused.fault() != ProviderFault.RATE_LIMITED) {
            return Optional.empty();
        }
        throw new Settled(refused);
    }

    private String jwt(Account.Holder.App app) {
        return AppKey.parse(app.key()).token(app.id(), clock.instant());
    }

    private static Reply ask(Line line, String method, String path, String bearer)
            throws InterruptedException {
        try {
            return Reply.of(line.send(method, path, bearer, null));
        } catch (IOException e) {
            throw new Settled(Broken.before(e));
        }
    }

    private static Instant until(String expires) {
        try {
            return Instant.parse(expires).minus(EARLY);
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }
}
