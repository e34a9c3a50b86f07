package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.DeliveryTarget;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Finds the place that a request names (`provider-delivery` §3.1, §3.9).
final class Targets {
    private final Origins origins;
    private final Json json;

    Targets(Origins origins, Json json) {
        this.origins = origins;
        this.json = json;
    }

    /// What is another agent's is not there for an agent.
    Place find(Asker caller, DeliveryTarget target) {
        WorkspaceId workspace = caller.workspace();
        requireOne(target);
        if (target.itemId() != null) {
            String id = target.itemId();
            return of(
                    workspace,
                    target,
                    origins.item(workspace, id)
                            .filter(item -> mayUse(caller, item))
                            .orElseThrow(
                                    () -> new Refusal(Reason.UNKNOWN_ITEM, "unknown item: " + id)));
        }
        if (target.entryId() != null) {
            String id = target.entryId();
            return of(
                    workspace,
                    target,
                    origins.entry(workspace, id)
                            .filter(entry -> mayUse(caller, entry))
                            .orElseThrow(
                                    () ->
                                            new Refusal(
                                                    Reason.UNKNOWN_ENTRY,
                                                    "unknown inbox entry: " + id)));
        }
        DeliveryHandle handle =
                target.deliveryHandle() == null ? flat(target) : checked(target.deliveryHandle());
        return new Place(handle, source(workspace, target.sourceId(), handle), null, null);
    }

    private static boolean mayUse(Asker caller, Origins.ItemRef item) {
        return caller.owner() || item.agent().equals(caller.agent());
    }

    private static void requireOne(DeliveryTarget target) {
        long forms =
                Stream.of(
                                target.deliveryHandle() != null,
                                target.flat(),
                                target.itemId() != null,
                                target.entryId() != null)
                        .filter(given -> given)
                        .count();
        if (forms == 0) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "a target is needed: deliveryHandle, or provider with surface and targetRef, or itemId, or entryId");
        }
        if (forms > 1) {
            throw new Refusal(
                    Reason.AMBIGUOUS_TARGET,
                    "the target is given more than once; one of deliveryHandle, provider with surface and targetRef, itemId, entryId is enough");
        }
    }

    private Place of(WorkspaceId workspace, DeliveryTarget target, Origins.ItemRef item) {
        String asked = target.sourceId();
        if (asked != null && !asked.equals(item.sourceId())) {
            throw new Refusal(
                    Reason.AMBIGUOUS_TARGET,
                    "item " + item.itemId() + " did not come from source " + asked);
        }
        DeliveryHandle handle = item.handle();
        if (handle == null) {
            throw new Refusal(
                    Reason.HANDLE_MISSING,
                    "there is no one place to answer "
                            + Objects.requireNonNullElse(target.entryId(), item.itemId()),
                    Facts.at(handles(item)));
        }
        return new Place(
                handle, source(workspace, item.sourceId(), handle), item.itemId(), item.entryId());
    }

    private ObjectNode handles(Origins.ItemRef item) {
        ObjectNode details = Json.emptyObject();
        details.set("itemHandles", json.toTree(item.itemHandles()));
        return details;
    }

    private static DeliveryHandle flat(DeliveryTarget target) {
        return checked(
                new DeliveryHandle(
                        part("provider", target.provider()),
                        part("surface", target.surface()),
                        part("targetRef", target.targetRef()),
                        target.threadRef(),
                        target.replyMode()));
    }

    private static String part(String name, @Nullable String value) {
        if (value == null) {
            throw new Refusal(
                    Reason.INVALID_REQUEST, "body must have required property '" + name + "'");
        }
        return value;
    }

    private static DeliveryHandle checked(DeliveryHandle handle) {
        requireText("provider", handle.provider());
        requireText("surface", handle.surface());
        requireText("targetRef", handle.targetRef());
        return handle;
    }

    private static void requireText(String name, String value) {
        if (value.isBlank()) {
            throw new Refusal(Reason.INVALID_REQUEST, name + " must not be empty");
        }
    }

    private Origins.@Nullable SourceRef source(
            WorkspaceId workspace, @Nullable String id, DeliveryHandle handle) {
        if (id == null) {
            return null;
        }
        Origins.SourceRef source =
                origins.source(workspace, id)
                        .orElseThrow(
                                () -> new Refusal(Reason.UNKNOWN_SOURCE, "unknown source: " + id));
        if (source.provider() != null && !source.provider().equals(handle.provider())) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "source " + id + " does not match delivery provider " + handle.provider());
        }
        return source;
    }
}
