package dev.waybill.server.provider.github;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The last line of what we write, invisible on the page: which delivery it is from.
public final class Marker {
    private static final Pattern LAST =
            Pattern.compile("<!-- (?:waybill|agentinbox):(dlv_[a-z0-9]{1,40}) -->\\s*\\z");

    private Marker() {}

    /// The delivery a text is from. What is quoted within it does not count.
    public static Optional<String> deliveryOf(String body) {
        Matcher matcher = LAST.matcher(body);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    static String of(String delivery) {
        return "<!-- waybill:" + delivery + " -->";
    }
}
