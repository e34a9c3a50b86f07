package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.protocol.source.Host;
import dev.waybill.protocol.source.NewHost;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.protocol.source.Source;
import dev.waybill.protocol.source.SourceChange;
import dev.waybill.protocol.source.SourceRemoved;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The sources of workspaces.
public final class Sources {
    private static final int MOST_SUBSCRIPTIONS = 10_000;
    private static final int AT_ONCE = 1_000;

    private final Supplies supplies;
    private final Hosts hosts;
    private final HostTable hostTable;
    private final SourceTable sources;
    private final EventTable events;
    private final SubscriptionTable subscriptions;
    private final Chronicle chronicle;
    private final SourceCheck check;

    Sources(Supplies supplies, Hosts hosts, Chronicle chronicle, SourceCheck check) {
        this.supplies = supplies;
        this.hosts = hosts;
        this.hostTable = new HostTable(supplies.json());
        this.sources = new SourceTable(supplies.json());
        this.events = new EventTable(supplies.json());
        this.subscriptions = new SubscriptionTable(supplies.json());
        this.chronicle = chronicle;
        this.check = check;
    }

    /// A source, and whether it was made just now.
    record Opened(KeptSource source, boolean created) {}

    /// The one at that place, made if there is none. Only the owner has one made that is read with a credential.
    public Source open(Caller caller, NewSource wanted) {
        return supplies.database().write(tx -> open(tx, caller, wanted)).source().shown();
    }

    Opened open(Tx tx, Caller caller, NewSource wanted) {
        WorkspaceId workspace = caller.workspace();
        Hosts.credential(wanted.configRef());
        Secrets.refuse(wanted.config());
        Place place = place(tx, workspace, wanted);
        return sources.byKey(tx, place.host().hostId(), place.kind(), place.key())
                .map(known -> new Opened(known, false))
                .orElseGet(
                        () -> {
                            mayOpen(caller, place.type(), Hosts.orEmpty(wanted.config()));
                            return add(tx, workspace, place, wanted);
                        });
    }

    /// Whoever opens what the server goes and reads has it read with a credential of the workspace, named or not.
    private static void mayOpen(Caller caller, SourceType type, ObjectNode config) {
        boolean read = type == SourceType.EMAIL || config.path("poll").asBoolean(false);
        if (read && !(caller instanceof Caller.Owner)) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "only the owner opens a source that is read with a credential: "
                            + (type == SourceType.EMAIL ? "email" : "config.poll"));
        }
    }

    /// Where it is: at which host, as what stream, under which key.
    private record Place(Host host, String kind, String key) {
        SourceType type() {
            return SourceType.at(host.hostType(), kind);
        }
    }

    private Place place(Tx tx, WorkspaceId workspace, NewSource wanted) {
        String hostId = wanted.hostId();
        if (hostId != null) {
            Host host =
                    hostTable.find(tx, workspace, hostId).orElseThrow(() -> Hosts.unknown(hostId));
            Hosts.key("streamKind", wanted.streamKind());
            Hosts.key("streamKey", wanted.streamKey());
            return new Place(
                    host,
                    Objects.requireNonNull(wanted.streamKind()),
                    Objects.requireNonNull(wanted.streamKey()));
        }
        SourceType type = type(wanted.sourceType());
        Hosts.key("sourceKey", wanted.sourceKey());
        Host host = hosts.open(tx, workspace, new NewHost(type.host(), "default", null, null));
        return new Place(host, type.stream(), Objects.requireNonNull(wanted.sourceKey()));
    }

    private static SourceType type(@Nullable String word) {
        if (word == null) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "either hostId, streamKind and streamKey are needed, or sourceType and sourceKey");
        }
        try {
            return SourceType.of(word);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_REQUEST, "sourceType " + e.getMessage());
        }
    }

    private Opened add(Tx tx, WorkspaceId workspace, Place place, NewSource wanted) {
        check.check(place.type(), place.key(), Hosts.orEmpty(wanted.config()));
        Instant now = supplies.clock().instant();
        KeptSource source =
                new KeptSource(
                        workspace,
                        ShortId.mint("src", supplies.random()),
                        place.host().hostId(),
                        place.type(),
                        place.kind(),
                        place.key(),
                        wanted.configRef(),
                        place.host().configRef(),
                        Hosts.orEmpty(wanted.config()),
                        SourceStatus.ACTIVE,
                        null,
                        null,
                        null,
                        0,
                        now,
                        now);
        if (sources.insert(tx, source)) {
            chronicle.source(tx, source, "created", now);
            return new Opened(source, true);
        }
        // Another server has made it meanwhile.
        return new Opened(
                sources.byKey(tx, place.host().hostId(), place.kind(), place.key()).orElseThrow(),
                false);
    }

    public List<Source> all(WorkspaceId workspace, int limit) {
        return supplies.database().read(tx -> sources.all(tx, workspace, limit)).stream()
                .map(KeptSource::shown)
                .toList();
    }

    public Source show(WorkspaceId workspace, String id) {
        return find(workspace, id).orElseThrow(() -> unknown(id)).shown();
    }

    public Optional<KeptSource> find(WorkspaceId workspace, String id) {
        return supplies.database().read(tx -> sources.find(tx, workspace, id));
    }

    /// Of any workspace, for those who come with nothing but its id.
    public Optional<KeptSource> find(String id) {
        return supplies.database().read(tx -> sources.find(tx, id));
    }

    /// A page of those of all workspaces that are not paused, by id, for whoever goes and reads them.
    public List<KeptSource> running(SourceType type, String after, int limit) {
        return supplies.database().read(tx -> sources.running(tx, type, after, limit));
    }

    /// Whoever reads the source has come that far, and nothing is wrong.
    public void reached(Tx tx, String id, @Nullable String checkpoint) {
        sources.reached(tx, id, checkpoint);
    }

    /// Whoever reads the source could not.
    public void troubled(Tx tx, KeptSource source, String trouble) {
        Instant now = supplies.clock().instant();
        boolean news = source.status() == SourceStatus.ACTIVE;
        sources.troubled(tx, source.id(), trouble, now);
        if (news) {
            chronicle.source(tx, source, "troubled", now);
        }
    }

    /// The same in a transaction of its own.
    public void troubled(KeptSource source, String trouble) {
        supplies.database()
                .write(
                        tx -> {
                            troubled(tx, source, trouble);
                            return true;
                        });
    }

    /// Something that happened there may never be told.
    public void missed(Tx tx, KeptSource source, String gap) {
        Instant now = supplies.clock().instant();
        sources.troubled(tx, source.id(), gap, now);
        chronicle.source(tx, source, "gap", now);
    }

    /// Whoever tells of the source says what its host calls for good what it is about. The first time counts.
    public void located(Tx tx, String id, String placeId) {
        sources.locate(tx, id, placeId);
    }

    public Source change(WorkspaceId workspace, String id, SourceChange wanted) {
        Secrets.refuse(wanted.config());
        return supplies.database()
                .write(
                        tx -> {
                            KeptSource before = held(tx, workspace, id);
                            if (wanted.config() != null) {
                                check.check(before.type(), before.key(), wanted.config());
                            }
                            String ref = reference(wanted.configRef(), before.configRef());
                            Hosts.credential(ref);
                            Instant now = supplies.clock().instant();
                            sources.change(
                                    tx,
                                    id,
                                    ref,
                                    wanted.config() == null ? before.config() : wanted.config(),
                                    now);
                            chronicle.source(tx, before, "updated", now);
                            KeptSource after = require(tx, workspace, id);
                            if (wanted.config() != null && meansAnother(before, after)) {
                                sources.forgetPlace(tx, id);
                            }
                            return after.shown();
                        });
    }

    /// Whoever says which repository is meant may mean another of the same name.
    private static boolean meansAnother(KeptSource before, KeptSource after) {
        return after.namesRepository() || !after.repository().equals(before.repository());
    }

    private static @Nullable String reference(@Nullable JsonNode wanted, @Nullable String before) {
        if (wanted == null) {
            return before;
        }
        return wanted.isNull() ? null : wanted.asString();
    }

    /// Takes no more events, or takes them again; what it is already changes nothing.
    public Source become(WorkspaceId workspace, String id, SourceStatus status) {
        return supplies.database()
                .write(
                        tx -> {
                            KeptSource before = require(tx, workspace, id);
                            Instant now = supplies.clock().instant();
                            if (sources.become(tx, id, status, now)) {
                                String what = status == SourceStatus.PAUSED ? "paused" : "resumed";
                                chronicle.source(tx, before, what, now);
                            }
                            return require(tx, workspace, id).shown();
                        });
    }

    /// Forgets the source and its events. One that somebody subscribes to goes only with the subscriptions.
    public SourceRemoved remove(WorkspaceId workspace, String id, boolean withSubscriptions) {
        int gone = supplies.database().write(tx -> end(tx, workspace, id, withSubscriptions));
        while (supplies.database().write(tx -> events.forget(tx, id, AT_ONCE)) == AT_ONCE) {
            // Others may write between.
        }
        return supplies.database().write(tx -> remove(tx, workspace, id, gone));
    }

    /// From here on nothing comes in and nobody is told anything, even if the server stops before the events are gone. Tells
    /// how many subscriptions went.
    private int end(Tx tx, WorkspaceId workspace, String id, boolean withSubscriptions) {
        KeptSource source = held(tx, workspace, id);
        List<KeptSubscription> all = subscriptions.ofSource(tx, id, MOST_SUBSCRIPTIONS);
        if (!all.isEmpty() && !withSubscriptions) {
            throw new Refusal(
                    Reason.SOURCE_CONFLICT,
                    "source "
                            + id
                            + " has "
                            + all.size()
                            + " subscriptions; remove them first, or with it (with_subscriptions=true)");
        }
        Instant now = supplies.clock().instant();
        unsubscribe(tx, all, now);
        if (sources.become(tx, id, SourceStatus.PAUSED, now)) {
            chronicle.source(tx, source, "paused", now);
        }
        return all.size();
    }

    private void unsubscribe(Tx tx, List<KeptSubscription> all, Instant now) {
        for (KeptSubscription one : all) {
            subscriptions.delete(tx, one.id());
            chronicle.subscription(tx, one, "removed", now);
        }
    }

    private SourceRemoved remove(Tx tx, WorkspaceId workspace, String id, int gone) {
        KeptSource source = held(tx, workspace, id);
        Instant now = supplies.clock().instant();
        List<KeptSubscription> late = subscriptions.ofSource(tx, id, MOST_SUBSCRIPTIONS);
        unsubscribe(tx, late, now);
        events.forget(tx, id, Integer.MAX_VALUE);
        sources.delete(tx, id);
        chronicle.source(tx, source, "removed", now);
        return new SourceRemoved(true, id, gone + late.size(), false);
    }

    private KeptSource held(Tx tx, WorkspaceId workspace, String id) {
        return sources.hold(tx, workspace, id).orElseThrow(() -> unknown(id));
    }

    KeptSource require(Tx tx, WorkspaceId workspace, String id) {
        return sources.find(tx, workspace, id).orElseThrow(() -> unknown(id));
    }

    static Refusal unknown(String id) {
        return new Refusal(Reason.UNKNOWN_SOURCE, "unknown source: " + id);
    }
}
