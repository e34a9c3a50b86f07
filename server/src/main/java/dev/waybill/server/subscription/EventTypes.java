package dev.waybill.server.subscription;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Set;

/// The events one may subscribe to.
final class EventTypes {
    private static final Set<String> ALL =
            Set.of(
                    "message.created",
                    "message.updated",
                    "message.reacted",
                    "message.read",
                    "thread.reply",
                    "dm.received",
                    "group_dm.received",
                    "agent.status.changed",
                    "agent.status.idle",
                    "agent.status.active",
                    "agent.status.blocked",
                    "agent.status.waiting",
                    "agent.status.offline",
                    "channel.created",
                    "channel.updated",
                    "channel.archived",
                    "member.joined",
                    "member.left",
                    "file.uploaded",
                    "webhook.received",
                    "delivery.accepted",
                    "delivery.delivered",
                    "delivery.deferred",
                    "delivery.failed",
                    "action.invoked",
                    "action.completed",
                    "action.failed",
                    "action.denied");

    private EventTypes() {}

    static void check(List<String> types) {
        for (String type : types) {
            if (!ALL.contains(type)) {
                throw new Refusal(
                        Reason.INVALID_EVENT_TYPE, "\"" + type + "\" is no event to subscribe to");
            }
        }
    }
}
