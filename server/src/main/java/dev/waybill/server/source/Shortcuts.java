package dev.waybill.server.source;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.CleanupPolicy;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Filters that have a name: what is usually wanted of a repository, of a pull request and of an issue.
final class Shortcuts {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/-]{1,200}");

    private Shortcuts() {}

    /// What is wanted, which resource it is about, and when it is over.
    record Wanted(JsonNode filter, @Nullable String tracked, CleanupPolicy cleanup) {}

    /// All that happens.
    static Wanted everything() {
        return new Wanted(Json.emptyObject(), null, CleanupPolicy.MANUAL);
    }

    /// Everything about one pull request, until it is closed. Its conversation counts, which GitHub tells as that of an issue.
    static Wanted pull(String repository, JsonNode args) {
        return numbered(repository, "pr", number(args));
    }

    static Wanted issue(String repository, JsonNode args) {
        return numbered(repository, "issue", number(args));
    }

    /// GitHub numbers issues and pull requests together, so the number alone tells.
    private static Wanted numbered(String repository, String what, long number) {
        ObjectNode filter = Json.emptyObject();
        filter.putObject("metadata").put("number", number);
        return new Wanted(
                filter,
                "repo:" + repository + ":" + what + ":" + number,
                new CleanupPolicy("on_terminal", null, null));
    }

    /// The runs for one pull request, by its number or by its branch.
    static Wanted runs(String repository, JsonNode args) {
        long number = number(args);
        StringBuilder wanted =
                new StringBuilder("contains(metadata.pullRequestNumbers, " + number + ")");
        String branch = args.path("headBranch").asString("");
        if (!branch.isEmpty()) {
            String from = args.path("headRepositoryFullName").asString(repository);
            wanted.append(
                    " || (metadata.headBranch == \"%s\"".formatted(plain("headBranch", branch)));
            wanted.append(
                    " && (metadata.headRepositoryFullName == \"%s\" || !exists(metadata.headRepositoryFullName)))"
                            .formatted(plain("headRepositoryFullName", from)));
        }
        ObjectNode filter = Json.emptyObject();
        filter.put("expr", wanted.toString());
        return new Wanted(
                filter,
                "repo:" + repository + ":pr:" + number,
                new CleanupPolicy("on_terminal", null, null));
    }

    private static long number(JsonNode args) {
        JsonNode number = args.path("number");
        if (!number.isIntegralNumber() || !number.canConvertToLong() || number.asLong() < 1) {
            throw new Refusal(Reason.INVALID_REQUEST, "number is needed, and is 1 or more");
        }
        return number.asLong();
    }

    /// What goes into an expression.
    static String plain(String name, String text) {
        if (!PLAIN.matcher(text).matches()) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    name + " may only have letters, digits, dots, dashes, underscores and slashes");
        }
        return text;
    }
}
