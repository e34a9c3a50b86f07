package dev.waybill.server.provider.github;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.NotSent;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The API of GitHub for one job. What is read may fail without harm; what is written and not answered is unclear, unless it may
/// be written again.
final class Api {
    private final Job job;
    private final Account account;
    private final Tokens tokens;
    private final Line line;
    private final Failures failures;

    Api(Job job, Account account, Tokens tokens, InstantSource clock) {
        this.job = job;
        this.account = account;
        this.tokens = tokens;
        this.line = new Line(account.base(), job.wire());
        this.failures = new Failures(job, clock);
    }

    /// Ends the job unless there is something to read.
    Reply read(String path) throws InterruptedException {
        Reply reply = look(path);
        if (!reply.successful()) {
            throw unread(reply);
        }
        if (!reply.content().isContainer()) {
            throw new Settled(
                    failures.of(
                            reply,
                            ProviderFault.UNAVAILABLE,
                            "GitHub answered what is not JSON",
                            null));
        }
        return reply;
    }

    /// Whatever is answered.
    Reply look(String path) throws InterruptedException {
        try {
            return Reply.of(send("GET", path, null));
        } catch (IOException e) {
            throw new Settled(Broken.before(e));
        }
    }

    /// Whatever is answered.
    Reply write(String method, String path, @Nullable ObjectNode body) throws InterruptedException {
        try {
            return Reply.of(send(method, path, body == null ? null : Reply.text(body)));
        } catch (NotSent | RefusedTarget e) {
            throw new Settled(Broken.before(e));
        } catch (IOException e) {
            throw new Settled(repeatable() ? Broken.before(e) : Broken.after(e));
        }
    }

    /// Ends the job unless it is done.
    Reply done(String method, String path, @Nullable ObjectNode body) throws InterruptedException {
        Reply reply = write(method, path, body);
        if (!reply.successful()) {
            throw failed(reply);
        }
        return reply;
    }

    /// What was to be read was not.
    Settled unread(Reply reply) {
        return new Settled(failures.of(reply));
    }

    /// What was to be written was not; unless nobody knows.
    Settled failed(Reply reply) {
        return repeatable() || !doubtful(reply)
                ? unread(reply)
                : new Settled(
                        new Outcome.Unclear(
                                "GitHub answered %d and may have done it".formatted(reply.status()),
                                reply.evidence()));
    }

    /// A server that broke, or a gateway that lost it, may have done what it was asked before. One that says when to come back
    /// has not.
    private static boolean doubtful(Reply reply) {
        boolean turnedAway =
                reply.status() == 503 && reply.answer().header("retry-after").isPresent();
        return reply.status() >= 500 && !turnedAway;
    }

    Settled rejected(Reply reply, String words) {
        return new Settled(failures.of(reply, ProviderFault.REJECTED, words, null));
    }

    /// GitHub says that it is done, but not in a way that can be understood.
    Settled garbled(Reply reply) {
        String words = "GitHub answered %d without what it made".formatted(reply.status());
        return new Settled(
                repeatable()
                        ? failures.of(reply, ProviderFault.UNAVAILABLE, words, null)
                        : new Outcome.Unclear(words, reply.evidence()));
    }

    /// The name that the job acts under.
    Optional<String> login() throws InterruptedException {
        return tokens.login(account, line, failures);
    }

    private boolean repeatable() {
        return job.operation().idempotence() == Idempotence.NATURAL;
    }

    /// A token of an installation may end before its time; then another is asked for, once.
    private HttpAnswer send(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        String token = tokens.token(account, line, failures);
        HttpAnswer answer = line.send(method, path, token, body);
        if (answer.status() != 401 || !tokens.renews(account, token)) {
            return answer;
        }
        return line.send(method, path, tokens.token(account, line, failures), body);
    }
}
