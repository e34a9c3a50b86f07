package dev.waybill.server.ingress;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.NewEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns what any program posts into events, as `config.mapping` of the source says.
final class MappedEvents {
    private static final Set<String> PARTS =
            Set.of("nativeId", "variant", "occurredAt", "metadata", "handle");
    private static final Set<String> HANDLE_PARTS =
            Set.of("provider", "surface", "targetRef", "threadRef", "replyMode");
    private static final int MOST_FACTS = 50;
    private static final long FIRST_MILLIS = 100_000_000_000L;

    private final @Nullable Template nativeId;
    private final @Nullable Template variant;
    private final @Nullable Template occurredAt;
    private final Map<String, Template> metadata;
    private final Map<String, Template> handle;

    /// Refuses a mapping that cannot be read with [Reason#INVALID_REQUEST], naming the field.
    MappedEvents(JsonNode config) {
        JsonNode mapping = config.path("mapping");
        check(mapping, "config.mapping", PARTS);
        this.nativeId = one(mapping, "config.mapping", "nativeId");
        this.variant = one(mapping, "config.mapping", "variant");
        this.occurredAt = one(mapping, "config.mapping", "occurredAt");
        this.metadata = all(mapping.path("metadata"), "config.mapping.metadata", null);
        this.handle = all(mapping.path("handle"), "config.mapping.handle", HANDLE_PARTS);
        for (String needed :
                handle.isEmpty() ? Set.<String>of() : Set.of("provider", "surface", "targetRef")) {
            if (!handle.containsKey(needed)) {
                throw refusal("config.mapping.handle has no " + needed);
            }
        }
    }

    /// @param digest names the event where the mapping does not
    NewEvent event(Arrival arrival, JsonNode body, String digest) {
        String id = digest;
        if (nativeId != null) {
            id = nativeId.fill(arrival, body);
            if (id == null) {
                throw refusal(
                        "config.mapping.nativeId of the source leads to nothing in this body");
            }
        }
        String said = variant == null ? null : variant.fill(arrival, body);
        return new NewEvent(
                id,
                Objects.requireNonNullElse(said, "webhook.received"),
                occurredAt == null ? null : time(occurredAt.fill(arrival, body)),
                facts(arrival, body),
                body,
                null,
                handle(arrival, body));
    }

    private ObjectNode facts(Arrival arrival, JsonNode body) {
        ObjectNode facts = Json.emptyObject();
        metadata.forEach(
                (name, template) -> {
                    JsonNode node = template.node(body);
                    if (node != null && !node.isMissingNode()) {
                        facts.set(name, node);
                    } else if (node == null) {
                        String text = template.fill(arrival, body);
                        if (text != null) {
                            facts.put(name, text);
                        }
                    }
                });
        return facts;
    }

    private @Nullable DeliveryHandle handle(Arrival arrival, JsonNode body) {
        String provider = part("provider", arrival, body);
        String surface = part("surface", arrival, body);
        String target = part("targetRef", arrival, body);
        return provider == null || surface == null || target == null
                ? null
                : new DeliveryHandle(
                        provider,
                        surface,
                        target,
                        part("threadRef", arrival, body),
                        part("replyMode", arrival, body));
    }

    private @Nullable String part(String name, Arrival arrival, JsonNode body) {
        Template template = handle.get(name);
        return template == null ? null : template.fill(arrival, body);
    }

    /// As ISO-8601, or in seconds or milliseconds since 1970.
    private static @Nullable Instant time(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > 18) {
            return Peek.time(text);
        }
        if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Peek.time(text);
        }
        long number = Long.parseLong(text);
        return Peek.time(
                number < FIRST_MILLIS
                        ? Instant.ofEpochSecond(number)
                        : Instant.ofEpochMilli(number));
    }

    private static @Nullable Template one(JsonNode mapping, String where, String name) {
        JsonNode text = mapping.path(name);
        if (text.isMissingNode() || text.isNull()) {
            return null;
        }
        if (!text.isString()) {
            throw refusal(where + "." + name + " is no text");
        }
        try {
            return Template.parse(text.stringValue());
        } catch (IllegalArgumentException e) {
            throw refusal(where + "." + name + " " + e.getMessage());
        }
    }

    private static Map<String, Template> all(
            JsonNode mapping, String where, @Nullable Set<String> known) {
        check(mapping, where, known);
        Map<String, Template> all = new LinkedHashMap<>();
        for (String name : mapping.propertyNames()) {
            Template template = one(mapping, where, name);
            if (template != null) {
                all.put(name, template);
            }
        }
        return all;
    }

    private static void check(JsonNode mapping, String where, @Nullable Set<String> known) {
        if (!mapping.isObject() && !mapping.isMissingNode() && !mapping.isNull()) {
            throw refusal(where + " is no object");
        }
        if (mapping.size() > MOST_FACTS) {
            throw refusal(where + " has more than " + MOST_FACTS + " fields");
        }
        for (String name : mapping.propertyNames()) {
            if (known != null && !known.contains(name)) {
                throw refusal(where + " has no field \"" + name + "\"");
            }
        }
    }

    private static Refusal refusal(String words) {
        return new Refusal(Reason.INVALID_REQUEST, words);
    }
}
