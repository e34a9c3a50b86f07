package dev.waybill.server.provider.github;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An issue or a pull request, as in `owner/repo#110`, and what is answered in it. Owner and repository hold nothing but what
/// GitHub allows in names, so that they can stand in a path as they are.
public record GitHubHandle(String owner, String repo, long number, @Nullable GitHubThread thread) {
    public static final String PROVIDER = "github";

    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");
    private static final Pattern REPO = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,100}");
    private static final Pattern TARGET =
            Pattern.compile("(" + OWNER + ")/([^/#]+)#([1-9][0-9]{0,9})");

    public GitHubHandle {
        if (!named(owner, repo) || number < 1) {
            throw new IllegalArgumentException(
                    "no issue of GitHub: %s/%s#%d".formatted(owner, repo, number));
        }
    }

    /// Whether an owner and a repository can have these names.
    public static boolean named(String owner, String repo) {
        return OWNER.matcher(owner).matches() && REPO.matcher(repo).matches();
    }

    /// Refuses references that cannot be read.
    public static GitHubHandle of(DeliveryHandle handle) {
        GitHubHandle target =
                parse(handle.targetRef())
                        .orElseThrow(() -> invalid("targetRef", handle.targetRef()));
        String thread = handle.threadRef();
        return thread == null
                ? target
                : target.at(
                        GitHubThread.parse(thread).orElseThrow(() -> invalid("threadRef", thread)));
    }

    /// The issue or pull request that a `targetRef` names.
    public static Optional<GitHubHandle> parse(String targetRef) {
        Matcher matcher = TARGET.matcher(targetRef);
        return matcher.matches() && named(matcher.group(1), matcher.group(2))
                ? Optional.of(
                        new GitHubHandle(
                                matcher.group(1),
                                matcher.group(2),
                                Long.parseLong(matcher.group(3)),
                                null))
                : Optional.empty();
    }

    static Refusal invalid(String what, String value) {
        return new Refusal(Reason.INVALID_HANDLE, "invalid GitHub " + what + ": " + value);
    }

    /// The same place, with something in it that is answered.
    public GitHubHandle at(GitHubThread answered) {
        return new GitHubHandle(owner, repo, number, answered);
    }

    public String targetRef() {
        return owner + "/" + repo + "#" + number;
    }

    /// As it travels.
    public DeliveryHandle on(GitHubSurface surface, @Nullable String replyMode) {
        return new DeliveryHandle(
                PROVIDER,
                surface.wire(),
                targetRef(),
                thread == null ? null : thread.ref(),
                replyMode);
    }

    String repository() {
        return "/repos/" + owner + "/" + repo;
    }

    /// Pull requests are issues too.
    String issue() {
        return repository() + "/issues/" + number;
    }

    String pull() {
        return repository() + "/pulls/" + number;
    }

    /// The id of what is answered, if it is of this kind.
    Optional<Long> answered(GitHubThread.Kind kind) {
        return Optional.ofNullable(thread).filter(at -> at.kind() == kind).map(GitHubThread::id);
    }
}
