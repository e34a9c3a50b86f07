package dev.waybill.sdk;

import tools.jackson.databind.JsonNode;

/// Something that happened, as the server tells it.
///
/// ```java
/// relay.on("message.*", event -> System.out.println(event.seq() + " " + event.text("channel")));
/// ```
///
/// @param type such as `message.created` or `delivery.failed`
/// @param seq its place in the record of the workspace; 0 for what is told to one agent and not kept
/// @param data its fields, in the spelling of the wire
public record RelayEvent(String type, long seq, JsonNode data) {
    /// That some events before this one are lost, because the server no longer has them.
    public static final String GAP = "stream.gap";

    /// A field of it as text; empty when there is none.
    public String text(String field) {
        return data.path(field).asString("");
    }

    /// Whether it is of that type: a type, the start of one followed by `*`, or `*` alone.
    public boolean is(String wanted) {
        return wanted.endsWith("*")
                ? type.startsWith(wanted.substring(0, wanted.length() - 1))
                : type.equals(wanted);
    }
}
