package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.ChannelId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.ChannelKind;
import dev.waybill.server.ledger.LedgerEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a caller may see, as the scopes and filters of its token say (`relay-wire` §4.4). What it may not see does not
/// exist for it. Callers that are no observers see everything here; their limits lie elsewhere.
public final class Sight {
    private final WorkspaceId workspace;
    private final Caller.@Nullable Observer observer;

    private Sight(WorkspaceId workspace, Caller.@Nullable Observer observer) {
        this.workspace = workspace;
        this.observer = observer;
    }

    public static Sight of(Caller caller) {
        return switch (caller) {
            case Caller.Observer observer -> new Sight(observer.workspace(), observer);
            case Caller.Owner _, Caller.Agent _, Caller.Node _, Caller.Webhook _ ->
                    all(caller.workspace());
        };
    }

    /// Of somebody from whom nothing is hidden.
    public static Sight all(WorkspaceId workspace) {
        return new Sight(workspace, null);
    }

    public WorkspaceId workspace() {
        return workspace;
    }

    /// Whether nothing is hidden.
    public boolean unlimited() {
        return observer == null;
    }

    /// Whether a channel of the open kind is visible.
    public boolean channel(ChannelId id, String name) {
        if (observer == null) {
            return true;
        }
        List<ChannelId> ids = list(observer.filters().channelIds());
        List<String> names = list(observer.filters().channelNames());
        return (ids.isEmpty() && names.isEmpty()) || ids.contains(id) || names.contains(name);
    }

    /// Whether a conversation of two or several is visible.
    public boolean conversation(String conversation) {
        return observer == null
                || (conversations()
                        && allows(observer.filters().dmConversationIds(), conversation));
    }

    /// Whether any conversation may be visible at all.
    public boolean conversations() {
        return observer == null
                || (observer.scopes().contains(ObserverScope.DMS_READ)
                        && Boolean.TRUE.equals(observer.filters().includeDms()));
    }

    /// Whether what lies in a channel or a conversation is visible; the name of a conversation is its id.
    public boolean room(ChannelId id, ChannelKind kind, String name) {
        return switch (kind) {
            case CHANNEL -> channel(id, name);
            case DM, GROUP -> conversation(name);
            case RESULTS, NETWORK, EVENTS -> observer == null;
        };
    }

    /// Whether an agent is visible, and what it says and does; null stands for nobody in particular.
    public boolean agent(@Nullable AgentId agent) {
        return observer == null || allows(observer.filters().agentIds(), agent);
    }

    /// Whether what happened then is visible.
    public boolean at(Instant moment) {
        if (observer == null) {
            return true;
        }
        Instant from = observer.filters().createdAfter();
        return from == null || !moment.isBefore(from);
    }

    /// Nothing from before then is visible.
    public Instant since() {
        Instant from = observer == null ? null : observer.filters().createdAfter();
        return from == null ? Instant.EPOCH : from;
    }

    /// Whether events of the type may be visible.
    public boolean type(String type) {
        return observer == null || (observer.scopes().contains(scope(type)) && wants(type));
    }

    /// Whether the filters leave what is told as an event of the type, to somebody who may ask for it otherwise.
    public boolean wants(String type) {
        return observer == null || allows(observer.filters().eventTypes(), type);
    }

    public boolean event(LedgerEvent event) {
        return observer == null
                || (type(event.type())
                        && at(event.at())
                        && agent(event.agent())
                        && place(event, observer.filters()));
    }

    private boolean place(LedgerEvent event, ObserverFilters filters) {
        LedgerEvent.Room room = event.room();
        if (room != null) {
            return room(room.id(), room.kind(), room.name());
        }
        boolean anywhere =
                list(filters.channelIds()).isEmpty() && list(filters.channelNames()).isEmpty();
        String direct = directRoom(event);
        if (direct != null) {
            return anywhere && conversation(direct);
        }
        // Something said in a place that is not known may have been said in private.
        return anywhere && (!saidSomewhere(event.type()) || conversations());
    }

    /// The room of two peers of the agent network where it happened.
    private static @Nullable String directRoom(LedgerEvent event) {
        String container = event.payload().path("container").asString("");
        return event.type().startsWith("network.") && container.startsWith("direct_")
                ? container
                : null;
    }

    private static boolean saidSomewhere(String type) {
        return type.startsWith("message.")
                || type.startsWith("delivery.")
                || type.equals("thread.reply")
                || type.endsWith("dm.received");
    }

    private static ObserverScope scope(String type) {
        return switch (type) {
            case "message.created", "message.updated", "message.read", "webhook.received" ->
                    ObserverScope.MESSAGES_READ;
            case "thread.reply" -> ObserverScope.THREADS_READ;
            case "message.reacted" -> ObserverScope.REACTIONS_READ;
            case "dm.received", "group_dm.received" -> ObserverScope.DMS_READ;
            case "file.uploaded" -> ObserverScope.FILES_READ;
            default -> scopeOfFamily(type);
        };
    }

    private static ObserverScope scopeOfFamily(String type) {
        String family = type.substring(0, type.indexOf('.') + 1);
        return switch (family) {
            case "agent." ->
                    type.startsWith("agent.status.")
                            ? ObserverScope.AGENTS_READ
                            : ObserverScope.ACTIVITY_READ;
            case "member.", "channel." -> ObserverScope.CHANNELS_READ;
            case "delivery." -> ObserverScope.DELIVERIES_READ;
            case "node." -> ObserverScope.NODES_READ;
            default -> ObserverScope.ACTIVITY_READ;
        };
    }

    private static <T> List<T> list(@Nullable List<T> list) {
        return Objects.requireNonNullElse(list, List.of());
    }

    /// An empty list allows everything.
    private static <T> boolean allows(@Nullable List<T> allowed, @Nullable T value) {
        List<T> all = list(allowed);
        return all.isEmpty() || (value != null && all.contains(value));
    }
}
