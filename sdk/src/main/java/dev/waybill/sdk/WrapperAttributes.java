package dev.waybill.sdk;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The attributes of the wrapper around a message of the network, as their sender wrote them. Names that are not plain are
/// nowhere else.
final class WrapperAttributes {
    private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-z-]+)=\"([^\"]*)\"");
    private static final Pattern REFERENCE =
            Pattern.compile("&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));");
    private static final int HEX = 16;

    private final String line;

    WrapperAttributes(String wrapped) {
        this.line = wrapped.lines().findFirst().orElse("");
    }

    Optional<String> value(String name) {
        Matcher attributes = ATTRIBUTE.matcher(line);
        while (attributes.find()) {
            if (attributes.group(1).equals(name)) {
                return Optional.of(plain(attributes.group(2)));
            }
        }
        return Optional.empty();
    }

    private static String plain(String escaped) {
        return REFERENCE
                .matcher(escaped)
                .replaceAll(found -> Matcher.quoteReplacement(character(found)));
    }

    private static String character(MatchResult found) {
        if (found.group(1) != null) {
            return Character.toString(Integer.parseInt(found.group(1), HEX));
        }
        if (found.group(2) != null) {
            return Character.toString(Integer.parseInt(found.group(2)));
        }
        return switch (found.group(3)) {
            case "amp" -> "&";
            case "lt" -> "<";
            case "gt" -> ">";
            case "quot" -> "\"";
            case "apos" -> "'";
            default -> found.group();
        };
    }
}
