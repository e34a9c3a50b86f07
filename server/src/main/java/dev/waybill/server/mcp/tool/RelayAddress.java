package dev.waybill.server.mcp.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.List;
import java.util.Optional;

/// Where something can be read, as a `relay://` address.
sealed interface RelayAddress {
    String INBOX = "relay://inbox";
    String DELIVERIES = "relay://deliveries";
    String AGENTS = "relay://agents";
    String CHANNELS = "relay://channels";

    /// What waits for the agent, in sum.
    record Inbox() implements RelayAddress {}

    /// What is on its way to the agent.
    record Deliveries() implements RelayAddress {}

    /// Who is in the workspace.
    record Agents() implements RelayAddress {}

    /// Where things are said.
    record Channels() implements RelayAddress {}

    /// What was said in a channel.
    record Messages(String channel) implements RelayAddress {}

    /// A message and the replies to it.
    record Replies(String message) implements RelayAddress {}

    /// What was said in a conversation.
    record Direct(String conversation) implements RelayAddress {}

    static Optional<RelayAddress> parse(String uri) {
        String begin = "relay://";
        if (!uri.startsWith(begin)) {
            return Optional.empty();
        }
        List<String> path = List.of(uri.substring(begin.length()).split("/", -1));
        return switch (path.size()) {
            case 1 -> ofOne(path.getFirst());
            case 2 ->
                    path.getFirst().equals("dm")
                            ? decoded(path.get(1)).map(Direct::new)
                            : Optional.empty();
            case 3 -> ofThree(path);
            default -> Optional.empty();
        };
    }

    static String messages(String channel) {
        return CHANNELS + "/" + encoded(channel) + "/messages";
    }

    static String thread(String message) {
        return "relay://messages/" + encoded(message) + "/thread";
    }

    static String direct(String conversation) {
        return "relay://dm/" + encoded(conversation);
    }

    private static Optional<RelayAddress> ofOne(String word) {
        return switch (word) {
            case "inbox" -> Optional.of(new Inbox());
            case "deliveries" -> Optional.of(new Deliveries());
            case "agents" -> Optional.of(new Agents());
            case "channels" -> Optional.of(new Channels());
            default -> Optional.empty();
        };
    }

    private static Optional<RelayAddress> ofThree(List<String> path) {
        return switch (path.getFirst() + "/*/" + path.getLast()) {
            case "channels/*/messages" -> decoded(path.get(1)).map(Messages::new);
            case "messages/*/thread" -> decoded(path.get(1)).map(Replies::new);
            default -> Optional.empty();
        };
    }

    private static Optional<String> decoded(String segment) {
        try {
            return Optional.of(URLDecoder.decode(segment.replace("+", "%2B"), UTF_8))
                    .filter(text -> !text.isEmpty());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, UTF_8).replace("+", "%20");
    }
}
