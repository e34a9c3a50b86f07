package dev.waybill.cli.network;

import dev.waybill.cli.command.CommandFailure;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The session that a command speaks for: the one that is named, or the only one there is.
final class OwnSession {
    private OwnSession() {}

    static String id(Session session, Optional<String> channel) {
        return session.value(Routes.SESSION).orElseGet(() -> only(session, channel));
    }

    private static String only(Session session, Optional<String> channel) {
        List<JsonNode> own =
                session.asMember(Routes.get("sessions"))
                        .valueStream()
                        .filter(
                                each ->
                                        channel.isEmpty()
                                                || channel.get()
                                                        .equals(each.path("channel").asString("")))
                        .toList();
        if (own.size() == 1) {
            return own.getFirst().path("session_id").asString("");
        }
        throw new CommandFailure(ExitCode.FAILURE, own.isEmpty() ? none(channel) : several(own));
    }

    private static String none(Optional<String> channel) {
        return "there is no session"
                + channel.map(name -> " in channel " + Plain.line(name)).orElse("")
                + "; 'waybill network join "
                + channel.map(Plain::line).orElse("<channel>")
                + "' makes one";
    }

    private static String several(List<JsonNode> own) {
        return "there are several sessions; say which with --session: "
                + own.stream()
                        .map(
                                each ->
                                        Plain.field(each, "session_id")
                                                + " ("
                                                + Plain.field(each, "agent_name")
                                                + " in "
                                                + Plain.field(each, "channel")
                                                + ")")
                        .collect(Collectors.joining(", "));
    }
}
