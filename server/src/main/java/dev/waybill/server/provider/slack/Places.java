package dev.waybill.server.provider.slack;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.OperationDraft;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.Surface;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// The surfaces and what can be done there.
final class Places {
    static final String CHANNEL = "channel_message";
    static final String THREAD = "thread_reply";
    static final String HOOK = "incoming_webhook";

    private static final String CHANNEL_ID = "[CDGUW][A-Z0-9]{1,30}";
    private static final String TIME = "[0-9]{1,12}[.][0-9]{1,9}";

    private static final ObjectNode TEXT =
            Shape.of(
                    """
                    {"type":"object","additionalProperties":false,"required":["text"],"properties":{\
                    "text":{"type":"string","minLength":1,"maxLength":40000}}}""");

    private Places() {}

    static References references(Surface surface) {
        return switch (surface.name()) {
            case THREAD -> References.target(CHANNEL_ID).needing(TIME);
            case HOOK -> References.target("[A-Za-z0-9#@._-]{1,80}");
            default -> References.target(CHANNEL_ID).thread(TIME);
        };
    }

    static List<Surface> all() {
        return List.of(
                new Surface(
                        CHANNEL,
                        List.of("channel", "chat", "chat_message"),
                        "the id of a channel or a conversation, C…, D… or G…, or of a person, U…",
                        "the ts of a message, which reactions go to",
                        "A channel, a private conversation or a person that writes to the bot.",
                        List.of(text(Idempotence.RECONCILE), reaction())),
                new Surface(
                        THREAD,
                        List.of("thread", "message_reply", "reply"),
                        "the id of a channel or a conversation, C…, D… or G…, or of a person, U…",
                        "the ts of the message that the thread began with",
                        "A thread in a channel.",
                        List.of(text(Idempotence.RECONCILE), reaction())),
                new Surface(
                        HOOK,
                        List.of("webhook"),
                        "a name for people; the address of the credential decides",
                        null,
                        "The channel that an incoming webhook leads to.",
                        List.of(text(Idempotence.NONE))));
    }

    private static Operation text(Idempotence idempotence) {
        OperationDraft draft =
                new OperationDraft(
                                "send_text",
                                "Send Text Message",
                                "Sends text, with Slack's own marks for bold and the like. &, < and > are shown"
                                        + " and not obeyed, so that nobody is called by it.")
                        .takes(TEXT)
                        .gives(
                                Shape.of(
                                        """
                                        {"type":"object","properties":{"providerId":{"type":"string"},\
                                        "channel":{"type":"string"},"ts":{"type":"string"}}}"""))
                        .canonical()
                        .idempotence(idempotence);
        return idempotence == Idempotence.NONE
                ? draft.done()
                : draft.needs("chat:write", "channels:history").done();
    }

    private static Operation reaction() {
        return new OperationDraft(
                        "add_reaction",
                        "Add Reaction",
                        "Puts a reaction, such as eyes or +1, on the message that timestamp names, or else on the"
                                + " one that the thread of the handle names.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["name"],"properties":{\
                                "name":{"type":"string","pattern":"^[a-z0-9_+'-]{1,100}(::skin-tone-[2-6])?$"},\
                                "timestamp":{"type":"string","pattern":"^[0-9]{1,12}[.][0-9]{1,9}$"}}}"""))
                .idempotence(Idempotence.NATURAL)
                .needs("reactions:write")
                .done();
    }
}
