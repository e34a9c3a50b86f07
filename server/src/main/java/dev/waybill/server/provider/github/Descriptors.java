package dev.waybill.server.provider.github;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Surface;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// What can be done where. What was known to be first at a surface stays first there: clients show it in this order.
final class Descriptors {
    static final String ADD_COMMENT = "add_comment";
    static final String REPLY = "reply_in_review_thread";
    static final String CLOSE = "close_issue";
    static final String REOPEN = "reopen_issue";
    static final String MERGE = "merge_pull_request";
    static final String START_REVIEW = "start_review";
    static final String SUBMIT_REVIEW = "submit_review";
    static final String DISCARD_REVIEW = "discard_review";
    static final String ADD_REACTION = "add_reaction";
    static final String REMOVE_REACTION = "remove_reaction";

    private static final List<String> COMMENT = List.of(ADD_COMMENT);
    private static final List<String> REVIEWS =
            List.of(START_REVIEW, SUBMIT_REVIEW, DISCARD_REVIEW);
    private static final List<String> REACTIONS = List.of(ADD_REACTION, REMOVE_REACTION);
    private static final List<String> STATES = List.of(CLOSE, REOPEN);

    private static final List<String> ISSUES = List.of("issues:write");
    private static final List<String> PULLS = List.of("pull_requests:write");
    private static final List<String> CONTENTS = List.of("contents:write");

    private Descriptors() {}

    static List<Surface> surfaces() {
        return Arrays.stream(GitHubSurface.values())
                .map(
                        surface ->
                                surface.with(
                                        names(surface)
                                                .map(name -> operation(name, surface))
                                                .toList()))
                .toList();
    }

    private static Stream<String> names(GitHubSurface surface) {
        Stream<List<String>> groups =
                switch (surface) {
                    case ISSUE_COMMENT -> Stream.of(COMMENT, STATES, REACTIONS);
                    case PULL_REQUEST_COMMENT ->
                            Stream.of(COMMENT, STATES, List.of(MERGE, REPLY), REVIEWS, REACTIONS);
                    case REVIEW_COMMENT ->
                            Stream.of(
                                    List.of(REPLY, ADD_COMMENT),
                                    REVIEWS,
                                    List.of(MERGE),
                                    STATES,
                                    REACTIONS);
                    case PULL_REQUEST_REVIEW ->
                            Stream.of(COMMENT, STATES, List.of(MERGE), REVIEWS, REACTIONS);
                };
        return groups.flatMap(List::stream);
    }

    private static Operation operation(String name, GitHubSurface at) {
        return switch (name) {
            case ADD_COMMENT -> addComment(at);
            case REPLY -> reply(at);
            case CLOSE ->
                    state(at, CLOSE, "Close", at.pullRequest() ? Schemas.NOTHING : Schemas.CLOSE);
            case REOPEN -> state(at, REOPEN, "Reopen", Schemas.NOTHING);
            case MERGE -> merge();
            case START_REVIEW -> startReview();
            case SUBMIT_REVIEW -> submitReview();
            case DISCARD_REVIEW -> discardReview();
            case ADD_REACTION -> addReaction(at);
            case REMOVE_REACTION -> removeReaction(at);
            default -> throw new IllegalArgumentException("no operation of GitHub: " + name);
        };
    }

    private static Operation addComment(GitHubSurface at) {
        return new Operation(
                ADD_COMMENT,
                "Add Comment",
                "Writes a comment into the conversation of the %s, up to 65536 characters of Markdown."
                        .formatted(noun(at)),
                Schemas.BODY,
                Schemas.MADE_COMMENT,
                at != GitHubSurface.REVIEW_COMMENT,
                Idempotence.RECONCILE,
                false,
                permissions(at));
    }

    private static Operation reply(GitHubSurface at) {
        boolean threaded = at == GitHubSurface.REVIEW_COMMENT;
        return new Operation(
                REPLY,
                "Reply In Review Thread",
                threaded
                        ? "Answers in the thread of comments on a line."
                        : "Answers in the thread of comments on a line that begins with the comment commentId.",
                threaded ? Schemas.BODY : Schemas.BODY_TO_COMMENT,
                Schemas.MADE_REPLY,
                threaded,
                Idempotence.RECONCILE,
                false,
                PULLS);
    }

    private static Operation state(
            GitHubSurface at, String name, String verb, ObjectNode inputSchema) {
        return new Operation(
                name,
                verb + (at.pullRequest() ? " Pull Request" : " Issue"),
                verb + "s the " + noun(at) + (at.pullRequest() ? " without merging it." : "."),
                inputSchema,
                Schemas.MADE_STATE,
                false,
                Idempotence.NATURAL,
                false,
                permissions(at));
    }

    private static Operation merge() {
        return new Operation(
                MERGE,
                "Merge Pull Request",
                "Merges the pull request; with expectedHeadSha only if nothing was pushed since. It cannot be taken back.",
                Schemas.MERGE,
                Schemas.MADE_MERGE,
                false,
                Idempotence.RECONCILE,
                true,
                CONTENTS);
    }

    private static Operation startReview() {
        return new Operation(
                START_REVIEW,
                "Start Review",
                "Begins a review that only its author sees until it is submitted. All comments on lines have to be given here; each account has one such review per pull request.",
                Schemas.START_REVIEW,
                Schemas.MADE_REVIEW,
                false,
                Idempotence.RECONCILE,
                false,
                PULLS);
    }

    private static Operation submitReview() {
        return new Operation(
                SUBMIT_REVIEW,
                "Submit Review",
                "Approves, asks for changes or comments: submits the review that was started, or a new one. Comments on lines can be given with a new one only.",
                Schemas.SUBMIT_REVIEW,
                Schemas.MADE_REVIEW,
                false,
                Idempotence.RECONCILE,
                false,
                PULLS);
    }

    private static Operation discardReview() {
        return new Operation(
                DISCARD_REVIEW,
                "Discard Pending Review",
                "Throws away a review that was started and not submitted.",
                Schemas.DISCARD_REVIEW,
                Schemas.MADE_DISCARD,
                false,
                Idempotence.RECONCILE,
                false,
                PULLS);
    }

    private static Operation addReaction(GitHubSurface at) {
        return new Operation(
                ADD_REACTION,
                "Add Reaction",
                "Reacts to the comment that is answered, or else to the " + noun(at) + " itself.",
                Schemas.ADD_REACTION,
                Schemas.MADE_REACTION,
                false,
                Idempotence.NATURAL,
                false,
                permissions(at));
    }

    private static Operation removeReaction(GitHubSurface at) {
        return new Operation(
                REMOVE_REACTION,
                "Remove Reaction",
                "Takes a reaction back, by the id that add_reaction answered.",
                Schemas.REMOVE_REACTION,
                Schemas.MADE_REMOVAL,
                false,
                Idempotence.NATURAL,
                false,
                permissions(at));
    }

    private static String noun(GitHubSurface at) {
        return at.pullRequest() ? "pull request" : "issue";
    }

    private static List<String> permissions(GitHubSurface at) {
        return at.pullRequest() ? PULLS : ISSUES;
    }
}
