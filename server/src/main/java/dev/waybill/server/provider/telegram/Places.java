package dev.waybill.server.provider.telegram;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.OperationDraft;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.Surface;
import java.util.List;

/// The surfaces and what can be done there.
final class Places {
    static final String CHAT = "chat_message";
    static final String REPLY = "message_reply";

    private static final String CHAT_ID = "-?[1-9][0-9]{0,19}|@[A-Za-z][A-Za-z0-9_]{3,40}";
    private static final String MESSAGE_ID = "[0-9]{1,15}";

    private Places() {}

    static References references(Surface surface) {
        References chat = References.target(CHAT_ID);
        return surface.name().equals(REPLY) ? chat.needing(MESSAGE_ID) : chat;
    }

    static List<Surface> all() {
        return List.of(
                new Surface(
                        CHAT,
                        List.of("chat"),
                        "the id of a chat, or the @name of a channel",
                        null,
                        "A chat with a person or a group, or a channel.",
                        List.of(text())),
                new Surface(
                        REPLY,
                        List.of("reply"),
                        "the id of a chat, or the @name of a channel",
                        "the id of the message",
                        "A message that can be replied to.",
                        List.of(text(), reaction())));
    }

    private static Operation text() {
        return new OperationDraft(
                        "send_text",
                        "Send Text Message",
                        "Sends plain text of up to 4096 characters; no marks in it are obeyed.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["text"],"properties":{\
                                "text":{"type":"string","minLength":1,"maxLength":4096}}}"""))
                .gives(
                        Shape.of(
                                """
                                {"type":"object","properties":{"providerId":{"type":"string"},\
                                "chatId":{"type":"string"}}}"""))
                .canonical()
                .done();
    }

    private static Operation reaction() {
        return new OperationDraft(
                        "add_reaction",
                        "Add Reaction",
                        "Puts a reaction, one of the emoji that Telegram allows, on the message.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["emoji"],"properties":{\
                                "emoji":{"type":"string","minLength":1,"maxLength":16}}}"""))
                .idempotence(Idempotence.NATURAL)
                .done();
    }
}
