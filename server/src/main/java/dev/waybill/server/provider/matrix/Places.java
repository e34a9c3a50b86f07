package dev.waybill.server.provider.matrix;

import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.OperationDraft;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.Surface;
import java.util.List;

/// The surfaces and what can be done there.
final class Places {
    static final String ROOM = "room_message";
    static final String THREAD = "thread_reply";

    private static final String ROOM_ID = "![A-Za-z0-9._~=/+:-]{1,250}";
    private static final String EVENT_ID = "[$][A-Za-z0-9._~=/+:-]{1,250}";

    private Places() {}

    static References references(Surface surface) {
        References room = References.target(ROOM_ID);
        return surface.name().equals(THREAD) ? room.needing(EVENT_ID) : room.thread(EVENT_ID);
    }

    static List<Surface> all() {
        return List.of(
                new Surface(
                        ROOM,
                        List.of("room", "chat", "chat_message"),
                        "the id of a room, !…",
                        "the id of an event, $…, which reactions go to",
                        "A room.",
                        List.of(text(), reaction())),
                new Surface(
                        THREAD,
                        List.of("thread", "message_reply", "reply"),
                        "the id of a room, !…",
                        "the id of the event that the thread began with, $…",
                        "A thread in a room.",
                        List.of(text(), reaction())));
    }

    private static Operation text() {
        return new OperationDraft(
                        "send_text",
                        "Send Text Message",
                        "Sends plain text. It calls nobody, whatever names are in it.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["text"],"properties":{\
                                "text":{"type":"string","minLength":1,"maxLength":60000},"notice":{"type":"boolean"}}}"""))
                .gives(
                        Shape.of(
                                """
                                {"type":"object","properties":{"providerId":{"type":"string"}}}"""))
                .canonical()
                .idempotence(Idempotence.PROVIDER_KEY)
                .needs("m.room.message")
                .done();
    }

    private static Operation reaction() {
        return new OperationDraft(
                        "add_reaction",
                        "Add Reaction",
                        "Puts a reaction on the event that eventId names, or else on the one that the thread of the"
                                + " handle names.")
                .takes(
                        Shape.of(
                                """
                                {"type":"object","additionalProperties":false,"required":["key"],"properties":{\
                                "key":{"type":"string","minLength":1,"maxLength":64},\
                                "eventId":{"type":"string","pattern":"^[$][A-Za-z0-9._~=/+:-]{1,250}$"}}}"""))
                .gives(
                        Shape.of(
                                """
                                {"type":"object","properties":{"providerId":{"type":"string"}}}"""))
                .idempotence(Idempotence.PROVIDER_KEY)
                .needs("m.reaction")
                .done();
    }
}
