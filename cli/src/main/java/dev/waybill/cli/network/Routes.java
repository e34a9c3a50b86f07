package dev.waybill.cli.network;

import dev.waybill.cli.client.Request;
import dev.waybill.cli.remote.Session;
import dev.waybill.protocol.json.Json;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What the commands of the network have in common: their requests, the options they need, and their documents.
final class Routes {
    static final String CHANNEL = "--channel";
    static final String SESSION = "--session";
    static final String LIMIT = "--limit";
    static final String BEFORE = "--before";
    static final String AFTER = "--after";
    static final String KIND = "--kind";
    static final String WORK = "--work";
    static final String PEER = "--peer";

    private static final String ROOT = "network";

    private Routes() {}

    static Request get(String... path) {
        return Request.get(below(path));
    }

    static Request post(String... path) {
        return Request.post(below(path));
    }

    static Request put(String... path) {
        return Request.put(below(path));
    }

    static Request delete(String... path) {
        return Request.delete(below(path));
    }

    private static String[] below(String... path) {
        return Stream.concat(Stream.of(ROOT), Stream.of(path)).toArray(String[]::new);
    }

    /// The value of an option that the command cannot do without.
    static String needed(Session session, String option) {
        return session.value(option).orElseThrow(() -> Session.misused("say which with " + option));
    }

    static String neededChannel(Session session) {
        return Session.channel(needed(session, CHANNEL));
    }

    /// The document in which the answer has a name.
    static JsonNode named(String name, JsonNode data) {
        ObjectNode document = Json.emptyObject();
        document.set(name, data);
        return document;
    }
}
