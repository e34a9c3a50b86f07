package dev.waybill.server.provider.github;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// GitHub, on github.com or an Enterprise server.
public final class GitHub implements Provider {
    /// The fields of a credential for GitHub.
    public static final List<CredentialField> FIELDS =
            List.of(
                    CredentialField.optionalSecret(
                            "token",
                            "a fine-grained or classic token; or else the three of an App"),
                    CredentialField.optional("app-id", "the id, or the client id, of a GitHub App"),
                    CredentialField.optional("installation-id", "where the App is installed"),
                    CredentialField.optionalSecret(
                            "private-key", "the App's private key in PEM form (PKCS#1 or PKCS#8)"),
                    CredentialField.optional(
                            "base-url",
                            "https://api.github.com unless given; https://HOST/api/v3 for an Enterprise server"),
                    CredentialField.optionalSecret(
                            "webhook-secret", "what GitHub signs its webhooks with"),
                    CredentialField.optional(
                            "marker",
                            "off to leave the invisible last line out of comments by which a comment is found when GitHub's answer was lost"));

    private static final List<Surface> SURFACES = Descriptors.surfaces();

    private static final Map<String, Deed> DEEDS =
            Map.of(
                    Descriptors.ADD_COMMENT, new Comments(),
                    Descriptors.REPLY, new Replies(),
                    Descriptors.CLOSE, States.closed(),
                    Descriptors.REOPEN, States.open(),
                    Descriptors.MERGE, new Merges(),
                    Descriptors.START_REVIEW, new StartedReviews(),
                    Descriptors.SUBMIT_REVIEW, new SubmittedReviews(),
                    Descriptors.DISCARD_REVIEW, new DiscardedReviews(),
                    Descriptors.ADD_REACTION, new Reactions(),
                    Descriptors.REMOVE_REACTION, new RemovedReactions());

    private final InstantSource clock;
    private final Tokens tokens;

    public GitHub(InstantSource clock) {
        this.clock = clock;
        this.tokens = new Tokens(clock);
    }

    @Override
    public String name() {
        return GitHubHandle.PROVIDER;
    }

    @Override
    public String title() {
        return "GitHub";
    }

    @Override
    public String description() {
        return "Issues and pull requests on github.com or an Enterprise server: comments, reviews, merges, states and reactions.";
    }

    @Override
    public List<Surface> surfaces() {
        return SURFACES;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return FIELDS;
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        GitHubHandle place = GitHubHandle.of(handle);
        GitHubSurface.of(surface).ifPresent(known -> known.check(place));
    }

    @Override
    public String ruled(DeliveryHandle handle) {
        return handle.targetRef().toLowerCase(Locale.ROOT);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        try {
            Task task = task(job);
            return isAgain(task) ? again(task) : deed(job).perform(task);
        } catch (Settled e) {
            return e.outcome();
        }
    }

    @Override
    public Finding reconcile(Job job) throws InterruptedException {
        try {
            return found(task(job));
        } catch (Settled _) {
            return new Finding.Unknowable();
        }
    }

    /// GitHub may fail after it has done what it was asked, so before that is asked again one looks. What leaves no trace
    /// comes here a second time only if it was not done the first time, or if somebody insists.
    private static boolean isAgain(Task task) {
        return task.job().attempt() > 1
                && task.job().operation().idempotence() == Idempotence.RECONCILE
                && deed(task.job()).traceable(task);
    }

    private static Outcome again(Task task) throws InterruptedException {
        return switch (found(task)) {
            case Finding.Done(var sent) -> sent;
            case Finding.NotDone _ -> deed(task.job()).perform(task);
            case Finding.Unknowable _ ->
                    new Outcome.Unclear(
                            "GitHub could not be asked whether it is done already", Evidence.NONE);
        };
    }

    private static Finding found(Task task) throws InterruptedException {
        try {
            return deed(task.job()).lookUp(task);
        } catch (Settled _) {
            return new Finding.Unknowable();
        }
    }

    private static Deed deed(Job job) {
        Deed deed = DEEDS.get(job.operation().name());
        if (deed == null) {
            throw new IllegalArgumentException("no operation of GitHub: " + job.operation().name());
        }
        return deed;
    }

    private Task task(Job job) {
        Account account = Account.of(job.credential());
        return new Task(
                job,
                GitHubHandle.of(job.handle()),
                new Api(job, account, tokens, clock),
                account.marked());
    }
}
