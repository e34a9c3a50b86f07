package dev.waybill.cli.network;

import dev.waybill.cli.remote.Document;
import dev.waybill.cli.remote.Session;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.wire.WireWord;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What is to be sent, as far as it can be judged without a server.
record Wording(Session session, Document document) {
    private static final Pattern TOKEN =
            Pattern.compile("\\b(?:rk|at|nt|ot|wh)_live_[0-9a-f]{32,}");

    private static final List<String> CONVERSATION =
            List.of(SendCommand.SURFACE, SendCommand.THREAD, SendCommand.DIRECT, Routes.WORK);

    String kind() {
        String word =
                session.value(Routes.KIND)
                        .or(() -> session.value(SendCommand.TEXT).map(_ -> Kind.SAY.wire()))
                        .orElseThrow(
                                () ->
                                        Session.misused(
                                                "say what kind with --kind, or give the words of a say with --text"));
        try {
            return WireWord.parse(Kind.class, word).wire();
        } catch (IllegalArgumentException _) {
            throw Session.misused(
                    "--kind: '"
                            + word
                            + "' is none of "
                            + String.join(", ", Stream.of(Kind.values()).map(Kind::wire).toList()));
        }
    }

    /// What the flags say about the conversation, and whether they fit the kind.
    Optional<String> surface(String kind) {
        boolean presence = kind.equals(Kind.GREET.wire()) || kind.equals(Kind.WHOIS.wire());
        if (presence) {
            CONVERSATION.stream()
                    .filter(session.given()::has)
                    .findFirst()
                    .ifPresent(
                            flag -> {
                                throw Session.misused(flag + " does not go with --kind " + kind);
                            });
            return Optional.empty();
        }
        boolean ofWork = !kind.equals(Kind.SAY.wire());
        if (ofWork && !session.given().has(Routes.WORK)) {
            throw Session.misused("a " + kind + " belongs to work: say which with --work");
        }
        boolean thread = session.given().has(SendCommand.THREAD);
        boolean direct = session.given().has(SendCommand.DIRECT);
        if (thread && direct) {
            throw Session.misused("--thread and --direct do not go together");
        }
        return Optional.of(surface(kind, thread, direct));
    }

    private String surface(String kind, boolean thread, boolean direct) {
        String follows = thread ? "thread" : "direct";
        String surface =
                session.value(SendCommand.SURFACE)
                        .orElseGet(
                                () ->
                                        thread || direct || kind.equals(Kind.DIRECT.wire())
                                                ? follows
                                                : "");
        return switch (surface) {
            case "thread" -> {
                if (!thread) {
                    throw Session.misused(
                            "--surface thread needs --thread, such as thread_release");
                }
                yield surface;
            }
            case "direct" -> {
                if (thread) {
                    throw Session.misused("--surface direct does not go with --thread");
                }
                if (!direct && !session.given().has(SendCommand.TO)) {
                    throw Session.misused("--surface direct needs --to or --direct");
                }
                yield surface;
            }
            case "" ->
                    throw Session.misused(
                            "say where: --thread thread_… for everyone in the channel, or --surface direct with --to");
            default -> throw Session.misused("--surface is thread or direct: '" + surface + "'");
        };
    }

    JsonNode body(String kind) {
        Optional<String> text = session.value(SendCommand.TEXT);
        Optional<String> body = session.value(SendCommand.BODY);
        if (text.isPresent() == body.isPresent()) {
            throw Session.misused("give the message with either --body or --text");
        }
        if (text.isPresent() && !List.of("say", "direct").contains(kind)) {
            throw Session.misused("--text is for a say; a " + kind + " needs --body");
        }
        JsonNode words =
                text.<JsonNode>map(
                                said ->
                                        Json.emptyObject()
                                                .put(
                                                        "text",
                                                        said.equals("-")
                                                                ? document.text(
                                                                                SendCommand.TEXT,
                                                                                said)
                                                                        .stripTrailing()
                                                                : said))
                        .orElseGet(() -> document.object(SendCommand.BODY, body.orElseThrow()));
        return withoutTokens(words);
    }

    Optional<JsonNode> extensions(String option) {
        return session.value(option).map(text -> withoutTokens(document.object(option, text)));
    }

    /// What goes out is read by anyone.
    private static JsonNode withoutTokens(JsonNode words) {
        if (TOKEN.matcher(words.toString()).find()) {
            throw Session.misused(
                    "the message holds a token or key of a Waybill server; nothing was sent");
        }
        return words;
    }
}
