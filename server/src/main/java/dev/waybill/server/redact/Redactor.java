package dev.waybill.server.redact;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.waybill.server.redact.SecretNames.Meaning;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Puts a mark in the place of every secret it recognises. What holds none comes back as it was.
///
/// Each text is looked at by itself: of a secret that is spread over two texts nothing is recognised.
public final class Redactor {
    static final String MARK = "[redacted";

    private static final int MAX_PATTERN = 1000;
    private static final String OWN = "pattern";

    private final List<SecretPattern> patterns;
    private final boolean assignments;
    private final boolean namedValues;

    /// With patterns of one's own (RE2 syntax; where one has a group, the group is the secret), and without some of the
    /// built-in ones.
    public Redactor(Collection<String> more, Set<KnownSecret> without) {
        Stream<SecretPattern> known =
                Stream.of(KnownSecret.values())
                        .filter(secret -> !without.contains(secret))
                        .flatMap(secret -> secret.pattern().stream());
        Stream<SecretPattern> own =
                more.stream()
                        .map(
                                regex ->
                                        new SecretPattern(
                                                OWN, Pattern.compile(regex), _ -> true, List.of()));
        this.patterns = Stream.concat(own, known).toList();
        this.assignments = !without.contains(KnownSecret.ASSIGNMENT);
        this.namedValues = !without.contains(KnownSecret.NAMED_VALUE);
    }

    /// Why this cannot be a pattern; empty if it can.
    public static Optional<String> faultOf(String regex) {
        if (regex.length() > MAX_PATTERN) {
            return Optional.of("it is longer than " + MAX_PATTERN + " characters");
        }
        try {
            return Pattern.compile(regex).matcher("").find()
                    ? Optional.of("it matches the empty text")
                    : Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of(e.getDescription() + " (RE2 syntax)");
        }
    }

    public String redact(String text) {
        String redacted = text;
        for (SecretPattern pattern : patterns) {
            redacted = pattern.redact(redacted);
        }
        return assignments ? Assignments.redact(redacted) : redacted;
    }

    /// Looks through all texts in the tree, and what stands under the names of secrets.
    public JsonNode redact(JsonNode tree) {
        return switch (tree) {
            case StringNode text -> string(text);
            case ArrayNode array -> array(array);
            case ObjectNode object -> object(object);
            default -> tree;
        };
    }

    static String mark(String name) {
        return MARK + ":" + name + "]";
    }

    private JsonNode string(StringNode node) {
        String text = node.stringValue();
        String redacted = redact(text);
        return redacted.equals(text) ? node : JsonNodeFactory.instance.stringNode(redacted);
    }

    private JsonNode object(ObjectNode object) {
        ObjectNode redacted = JsonNodeFactory.instance.objectNode();
        object.forEachEntry(
                (name, value) -> {
                    Meaning meaning = namedValues ? SecretNames.meaning(name) : Meaning.NOTHING;
                    redacted.set(
                            redact(name),
                            meaning == Meaning.NOTHING ? redact(value) : hidden(value, meaning));
                });
        return redacted;
    }

    /// A command line in pieces may name a secret in one and have it in the next.
    private JsonNode array(ArrayNode array) {
        ArrayNode redacted = JsonNodeFactory.instance.arrayNode(array.size());
        boolean named = false;
        for (JsonNode element : array) {
            redacted.add(named ? hidden(element, Meaning.SECRET) : redact(element));
            named = namedValues && option(element);
        }
        return redacted;
    }

    private static boolean option(JsonNode element) {
        String text = element.isString() ? element.stringValue() : "";
        return text.startsWith("--") && SecretNames.secret(text);
    }

    private JsonNode hidden(JsonNode value, Meaning meaning) {
        return switch (value) {
            case StringNode text -> hides(text.stringValue(), meaning) ? marked() : string(text);
            case ArrayNode array -> {
                ArrayNode redacted = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(element -> redacted.add(hidden(element, meaning)));
                yield redacted;
            }
            case ObjectNode object -> {
                ObjectNode redacted = JsonNodeFactory.instance.objectNode();
                object.forEachEntry(
                        (name, element) -> redacted.set(redact(name), hidden(element, meaning)));
                yield redacted;
            }
            default -> value.isNumber() && meaning == Meaning.SECRET ? marked() : value;
        };
    }

    private static boolean hides(String text, Meaning meaning) {
        boolean folder =
                meaning == Meaning.FOLDER && (text.startsWith("/") || text.contains(":\\"));
        return !text.isBlank() && !folder && !text.startsWith(MARK);
    }

    private static StringNode marked() {
        return JsonNodeFactory.instance.stringNode(mark(KnownSecret.NAMED_VALUE.word()));
    }
}
