package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.ReadTx;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds out whether an event tells of something that was done from here. What others do later to what was made here is
/// news: that it was edited, deleted or dismissed.
final class Echoes {
    /// Where the id of what an event tells of may stand.
    private static final List<String> RESOURCES =
            List.of(
                    "/metadata/resourceId",
                    "/metadata/messageId",
                    "/payload/comment/id",
                    "/payload/review/id",
                    "/payload/message/message_id");

    private static final List<String> TEXTS =
            List.of(
                    "/metadata/body",
                    "/metadata/content",
                    "/payload/comment/body",
                    "/payload/review/body");

    private static final Pattern MARKER =
            Pattern.compile("<!-- (?:waybill|agentinbox):(dlv_[2-9a-z]{12}) -->");
    private static final Pattern LATER = Pattern.compile("\\.(edited|deleted|dismissed)(\\.|$)");
    private static final int MOST_TEXT = 100_000;

    private final Echo echo;

    Echoes(Echo echo) {
        this.echo = echo;
    }

    boolean own(ReadTx tx, WorkspaceId workspace, SourceType source, NewEvent event) {
        if (LATER.matcher(event.variant()).find()) {
            return false;
        }
        ObjectNode whole = Json.emptyObject();
        whole.set("metadata", event.metadata());
        whole.set("payload", event.raw());
        String provider = event.handle() == null ? source.host() : event.handle().provider();
        return Stream.concat(resources(whole), markers(whole))
                .distinct()
                .anyMatch(id -> echo.ours(tx, workspace, provider, id));
    }

    private static Stream<String> resources(ObjectNode whole) {
        return RESOURCES.stream()
                .map(whole::at)
                .filter(JsonNode::isValueNode)
                .map(JsonNode::asString)
                .filter(id -> !id.isEmpty());
    }

    private static Stream<String> markers(ObjectNode whole) {
        return TEXTS.stream()
                .map(whole::at)
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .map(text -> text.substring(Math.max(0, text.length() - MOST_TEXT)))
                .map(MARKER::matcher)
                .map(Echoes::last)
                .filter(id -> !id.isEmpty());
    }

    /// It stands at the end; what is quoted above it may hold others.
    private static String last(Matcher matcher) {
        String found = "";
        while (matcher.find()) {
            found = matcher.group(1);
        }
        return found;
    }
}
