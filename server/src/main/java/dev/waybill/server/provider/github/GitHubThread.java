package dev.waybill.server.provider.github;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What in an issue or a pull request is answered, as in `review_comment:123456789`.
public record GitHubThread(Kind kind, long id) {
    private static final Pattern REF =
            Pattern.compile("(issue_comment|review_comment|review):([1-9][0-9]{0,17})");

    /// The kinds of things that have an id of their own.
    public enum Kind {
        ISSUE_COMMENT("issue_comment"),
        REVIEW_COMMENT("review_comment"),
        REVIEW("review");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }

        private static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.wire.equals(word)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no kind of thread: " + word);
        }
    }

    /// Empty if it is not such a reference.
    public static Optional<GitHubThread> parse(String ref) {
        Matcher matcher = REF.matcher(ref);
        return matcher.matches()
                ? Optional.of(
                        new GitHubThread(
                                Kind.of(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /// As it stands in a handle.
    public String ref() {
        return kind.wire() + ":" + id;
    }
}
