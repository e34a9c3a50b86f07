package dev.waybill.server.provider.feishu;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.OperationDraft;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.Surface;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// The surfaces and what can be done there.
final class Places {
    static final String REPLY = "message_reply";
    static final String CHAT = "chat_message";

    static final References MESSAGE =
            References.target("om_[A-Za-z0-9_-]{1,120}").thread("omt?_[A-Za-z0-9_-]{1,120}");
    static final References RECEIVER =
            References.target("(oc|ou|on)_[A-Za-z0-9_-]{1,120}")
                    .thread("omt?_[A-Za-z0-9_-]{1,120}");

    private static final String SENDS = "im:message:send_as_bot";

    private static final ObjectNode SENT =
            Shape.of(
                    """
                    {"type":"object","properties":{"providerId":{"type":"string"},"chatId":{"type":"string"},\
                    "threadId":{"type":"string"}}}""");

    private Places() {}

    static List<Surface> all() {
        return List.of(
                new Surface(
                        REPLY,
                        List.of("reply"),
                        "the id of a message, om_…",
                        "the id of its thread, omt_…, or of the message it began with",
                        "A message that can be replied to.",
                        Stream.concat(writing(true), changing()).toList()),
                new Surface(
                        CHAT,
                        List.of("group_message", "chat"),
                        "the id of a chat, oc_…, or of a person, ou_… or on_…",
                        null,
                        "A chat with a group or a person.",
                        writing(false).toList()));
    }

    private static Stream<Operation> writing(boolean reply) {
        return Stream.of(text(reply), post(), card());
    }

    /// What is done to the message that the handle names, and to no other: rules are about what handles name.
    private static Stream<Operation> changing() {
        return Stream.of(update(), recall(), reaction());
    }

    private static Operation text(boolean reply) {
        return new OperationDraft(
                        "send_text",
                        reply ? "Reply With Text" : "Send Text Message",
                        "Sends plain text. Tags in it, such as <at …>, are shown and not obeyed; to call"
                                + " somebody use send_post.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["text"],"properties":{\
                                "text":{"type":"string","minLength":1},"replyInThread":{"type":"boolean"},\
                                "reply_in_thread":{"type":"boolean"},\
                                "uuid":{"type":"string","minLength":1,"maxLength":50}}}"""))
                .gives(SENT)
                .canonical()
                .idempotence(Idempotence.PROVIDER_KEY)
                .needs(SENDS)
                .done();
    }

    private static Operation post() {
        return new OperationDraft(
                        "send_post",
                        "Send Rich Text",
                        "Sends paragraphs of text, links and mentions (tag at, user_id ou_… or all).")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["content"],"properties":{\
                                "title":{"type":"string"},"locale":{"type":"string","enum":["zh_cn","en_us","ja_jp"]},\
                                "content":{"type":"array","minItems":1,"maxItems":500,"items":{"type":"array","items":{"anyOf":[\
                                {"type":"object","additionalProperties":false,"required":["tag","text"],"properties":{\
                                "tag":{"const":"text"},"text":{"type":"string"},"style":{"type":"array","items":{"type":"string",\
                                "enum":["bold","italic","underline","lineThrough"]}}}},\
                                {"type":"object","additionalProperties":false,"required":["tag","text","href"],"properties":{\
                                "tag":{"const":"a"},"text":{"type":"string"},"href":{"type":"string","pattern":"^https?://"}}},\
                                {"type":"object","additionalProperties":false,"required":["tag","user_id"],"properties":{\
                                "tag":{"const":"at"},"user_id":{"type":"string","pattern":"^(all|(ou|on)_[A-Za-z0-9_-]+)$"}}}\
                                ]}}},"replyInThread":{"type":"boolean"},"reply_in_thread":{"type":"boolean"},\
                                "uuid":{"type":"string","minLength":1,"maxLength":50}}}"""))
                .gives(SENT)
                .idempotence(Idempotence.PROVIDER_KEY)
                .needs(SENDS)
                .done();
    }

    private static Operation card() {
        return new OperationDraft(
                        "send_card",
                        "Send Card",
                        "Sends an interactive card, given as the JSON that Feishu's card builder makes.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["card"],"properties":{\
                                "card":{"type":"object"},"replyInThread":{"type":"boolean"},\
                                "reply_in_thread":{"type":"boolean"},\
                                "uuid":{"type":"string","minLength":1,"maxLength":50}}}"""))
                .gives(SENT)
                .idempotence(Idempotence.PROVIDER_KEY)
                .needs(SENDS)
                .done();
    }

    private static Operation update() {
        return new OperationDraft(
                        "update_text",
                        "Edit Text Message",
                        "Replaces the text of the message, which this app must have sent.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["text"],"properties":{\
                                "text":{"type":"string","minLength":1}}}"""))
                .gives(SENT)
                .idempotence(Idempotence.NATURAL)
                .needs("im:message:update")
                .done();
    }

    private static Operation recall() {
        return new OperationDraft(
                        "recall_message",
                        "Recall Message",
                        "Takes back the message, which this app must have sent.")
                .idempotence(Idempotence.NATURAL)
                .destructive()
                .needs("im:message:recall")
                .done();
    }

    private static Operation reaction() {
        return new OperationDraft(
                        "add_reaction",
                        "Add Reaction",
                        "Puts a reaction, such as OK or THUMBSUP, on the message.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["emojiType"],"properties":{\
                                "emojiType":{"type":"string","pattern":"^[A-Za-z0-9_]{1,64}$"}}}"""))
                .gives(
                        Shape.of(
                                """
                                {"type":"object","properties":{"reactionId":{"type":"string"}}}"""))
                .idempotence(Idempotence.NATURAL)
                .needs("im:message.reactions:write_only")
                .done();
    }
}
