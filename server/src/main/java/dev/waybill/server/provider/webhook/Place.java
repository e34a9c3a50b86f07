package dev.waybill.server.provider.webhook;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A place in a file of declarations, which puts down what is wrong there and goes on with something harmless.
record Place(String file, String pointer, JsonNode node, List<String> faults) {
    private static final int MAX_PATTERN = 1000;
    private static final int MAX_SHOWN = 80;

    void fault(String words) {
        faults.add(file + ": " + (pointer.isEmpty() ? "/" : pointer) + ": " + words);
    }

    Place at(String name) {
        return new Place(file, pointer + "/" + name, node.path(name), faults);
    }

    boolean there() {
        return !node.isMissingNode();
    }

    /// Every field that is not among these is a fault: it may be a known one, misspelled.
    void knows(String... names) {
        if (!node.isObject()) {
            fault("is " + shown() + " and should be an object");
            return;
        }
        Set<String> known = Set.of(names);
        for (String name : node.propertyNames()) {
            if (!known.contains(name)) {
                at(name).fault("there is no such field; there are " + String.join(", ", names));
            }
        }
    }

    /// The elements of a list in which there is something.
    List<Place> list() {
        if (!node.isArray() || node.isEmpty()) {
            fault(there() ? "is " + shown() + " and should be a list of some" : "is missing");
            return List.of();
        }
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            places.add(new Place(file, pointer + "/" + i, node.path(i), faults));
        }
        return places;
    }

    String text() {
        if (node.isString() && !node.asString().isBlank()) {
            return node.asString();
        }
        fault(there() ? "is " + shown() + " and should be text" : "is missing");
        return "?";
    }

    String text(String otherwise) {
        return there() ? text() : otherwise;
    }

    /// A text written like this, which is described by the words.
    String text(Pattern pattern, String described) {
        String text = text();
        if (node.isString() && !pattern.matches(text)) {
            fault("is " + shown() + " and should be " + described);
        }
        return text;
    }

    boolean flag() {
        if (there() && !node.isBoolean()) {
            fault("is " + shown() + " and should be true or false");
        }
        return node.asBoolean(false);
    }

    Optional<ObjectNode> object() {
        if (node instanceof ObjectNode object) {
            return Optional.of(object);
        }
        fault(there() ? "is " + shown() + " and should be an object" : "is missing");
        return Optional.empty();
    }

    /// A pattern; one that nothing matches where it cannot be read.
    Pattern pattern() {
        String text = text();
        try {
            if (text.length() <= MAX_PATTERN) {
                return Pattern.compile(text.equals("?") ? "" : text);
            }
            fault("is longer than " + MAX_PATTERN + " characters");
        } catch (PatternSyntaxException e) {
            fault("is " + shown() + ", which is no pattern in RE2 syntax: " + e.getDescription());
        }
        return Pattern.compile("");
    }

    String shown() {
        String text = node.toString();
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
