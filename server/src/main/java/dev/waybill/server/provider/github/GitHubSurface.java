package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The kinds of places in GitHub that can be answered.
public enum GitHubSurface {
    ISSUE_COMMENT(
            "issue_comment",
            "issue",
            GitHubThread.Kind.ISSUE_COMMENT,
            "An issue, or a comment in its conversation."),
    PULL_REQUEST_COMMENT(
            "pull_request_comment",
            "pull_request",
            GitHubThread.Kind.ISSUE_COMMENT,
            "A pull request, or a comment in its conversation."),
    REVIEW_COMMENT(
            "review_comment",
            null,
            GitHubThread.Kind.REVIEW_COMMENT,
            "A thread of comments on a line of a pull request; its id is that of the first comment."),
    PULL_REQUEST_REVIEW(
            "pull_request_review", null, GitHubThread.Kind.REVIEW, "A review of a pull request.");

    private static final String TARGET = "owner/repo#number";

    private final String wire;
    private final @Nullable String alias;
    private final GitHubThread.Kind thread;
    private final String description;

    GitHubSurface(
            String wire, @Nullable String alias, GitHubThread.Kind thread, String description) {
        this.wire = wire;
        this.alias = alias;
        this.thread = thread;
        this.description = description;
    }

    public String wire() {
        return wire;
    }

    static Optional<GitHubSurface> of(Surface surface) {
        for (GitHubSurface known : values()) {
            if (known.wire.equals(surface.name())) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    Surface with(List<Operation> operations) {
        return new Surface(
                wire,
                alias == null ? List.of() : List.of(alias),
                TARGET,
                thread.wire() + ":id" + (this == REVIEW_COMMENT ? "" : " or none"),
                description,
                operations);
    }

    /// Whether a pull request is there for certain.
    boolean pullRequest() {
        return this != ISSUE_COMMENT;
    }

    /// Refuses what can be read and is not answered here.
    void check(GitHubHandle handle) {
        GitHubThread at = handle.thread();
        boolean fits = at == null ? this != REVIEW_COMMENT : at.kind() == thread;
        if (fits) {
            return;
        }
        if (this == REVIEW_COMMENT) {
            throw new Refusal(
                    Reason.INVALID_HANDLE,
                    "reply_in_review_thread requires threadRef=review_comment:<id>");
        }
        throw GitHubHandle.invalid("threadRef", at == null ? "" : at.ref());
    }
}
