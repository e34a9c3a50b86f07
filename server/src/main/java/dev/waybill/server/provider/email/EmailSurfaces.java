package dev.waybill.server.provider.email;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.Idempotence;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Surface;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What can be done with e-mail.
final class EmailSurfaces {
    static final String REPLY = "message_reply";
    static final String SEND = "message_send";
    static final String REPLY_TEXT = "reply_text";
    static final String SEND_TEXT = "send_text";
    static final String SEND_HTML = "send_html";

    private static final int LONGEST_BODY = 1 << 20;
    private static final int LONGEST_SUBJECT = 500;
    private static final String ADDRESS = "an address, such as ada@example.org";

    static final List<Surface> ALL =
            List.of(
                    new Surface(
                            REPLY,
                            List.of("reply"),
                            ADDRESS,
                            "the Message-ID of the mail that is answered, such as <1@example.org>",
                            "The sender of a mail, in its thread.",
                            List.of(
                                    text(
                                            REPLY_TEXT,
                                            "Reply With Text",
                                            "Answers a mail in plain text; the subject is that of the mail."),
                                    html("Answers a mail in HTML, with the same in plain text."))),
                    new Surface(
                            SEND,
                            List.of("send"),
                            ADDRESS,
                            null,
                            "Anybody with an address.",
                            List.of(
                                    text(
                                            SEND_TEXT,
                                            "Send Text",
                                            "Sends a mail in plain text; without a subject its first line is one."),
                                    html("Sends a mail in HTML, with the same in plain text."))));

    private EmailSurfaces() {}

    /// A letter that is sent twice arrives twice: what receivers do about its fixed id is their affair, and no server can
    /// be asked whether it took it.
    private static Operation text(String name, String title, String description) {
        ObjectNode schema = object("text");
        property(schema, "text", LONGEST_BODY);
        property(schema, "subject", LONGEST_SUBJECT);
        return new Operation(
                name,
                title,
                description,
                schema,
                result(),
                true,
                Idempotence.NONE,
                false,
                List.of("SMTP submission"));
    }

    private static Operation html(String description) {
        ObjectNode schema = object("html");
        property(schema, "html", LONGEST_BODY);
        property(schema, "text", LONGEST_BODY);
        property(schema, "subject", LONGEST_SUBJECT);
        return new Operation(
                SEND_HTML,
                "Send HTML",
                description,
                schema,
                result(),
                false,
                Idempotence.NONE,
                false,
                List.of("SMTP submission"));
    }

    private static ObjectNode object(String required) {
        ObjectNode schema = Json.emptyObject();
        schema.put("type", "object");
        schema.put("additionalProperties", false);
        schema.putArray("required").add(required);
        schema.putObject("properties");
        return schema;
    }

    private static void property(ObjectNode schema, String name, int longest) {
        schema.withObject("/properties/" + name)
                .put("type", "string")
                .put("minLength", 1)
                .put("maxLength", longest);
    }

    private static ObjectNode result() {
        ObjectNode schema = Json.emptyObject();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String name : List.of("providerId", "messageId", "to", "subject")) {
            properties.putObject(name).put("type", "string");
        }
        return schema;
    }
}
