package dev.waybill.server.follow;

import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The events one may ask to be told of.
public final class EventTypes {
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
                    "delivery.withdrawn",
                    "action.registered",
                    "action.deleted",
                    "action.invoked",
                    "action.completed",
                    "action.failed",
                    "action.denied",
                    "network.session.joined",
                    "network.session.left",
                    "network.peer.joined",
                    "network.peer.left",
                    "network.message.sent",
                    "network.message.received",
                    "network.message.dropped",
                    "network.message.failed",
                    "network.message.flagged",
                    "network.work.opened",
                    "network.work.transitioned",
                    "network.work.closed");

    private EventTypes() {}

    public static void check(List<String> types) {
        for (String type : types) {
            if (!ALL.contains(type)) {
                throw none(type);
            }
        }
    }

    /// Whether there is one like that.
    public static boolean any(Predicate<String> wanted) {
        return ALL.stream().anyMatch(wanted);
    }

    public static Refusal none(String type) {
        return new Refusal(Reason.INVALID_EVENT_TYPE, "\"" + type + "\" is no event to ask for");
    }
}
