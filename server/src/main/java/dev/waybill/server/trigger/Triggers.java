package dev.waybill.server.trigger;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.trigger.NewTrigger;
import dev.waybill.protocol.trigger.Trigger;
import dev.waybill.protocol.trigger.TriggerChange;
import dev.waybill.server.follow.Bookmarks;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.follow.Watches;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Keeps the triggers of a workspace and has them watched.
public final class Triggers {
    static final int MAX_PER_WORKSPACE = 100;

    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final Ledger ledger;
    private final Watches<KeptTrigger> watches;
    private final TriggerTable triggers;

    public Triggers(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            Json json,
            Ledger ledger,
            Followers followers,
            Leases leases,
            Invoking invoking) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.ledger = ledger;
        this.triggers = new TriggerTable(json);
        Bookmarks bookmarks = new Bookmarks(database, TriggerTable.NAME);
        this.watches =
                new Watches<>(
                        database,
                        clock,
                        json,
                        followers,
                        leases,
                        bookmarks,
                        new Firing(database, clock, json, invoking, bookmarks));
    }

    /// Fires for what is said from now on.
    public Trigger create(WorkspaceId workspace, NewTrigger wanted) {
        if (wanted.pattern() != null) {
            Matcher.compile(wanted.pattern());
        }
        return watched(database.write(tx -> insert(tx, workspace, wanted)));
    }

    public List<Trigger> all(WorkspaceId workspace) {
        return database.read(tx -> triggers.all(tx, workspace)).stream()
                .map(KeptTrigger::trigger)
                .toList();
    }

    public Trigger find(WorkspaceId workspace, String id) {
        return database.read(tx -> find(tx, workspace, id)).trigger();
    }

    /// A trigger that is switched on again does not fire for what was said meanwhile.
    public Trigger change(WorkspaceId workspace, String id, TriggerChange wanted) {
        return watched(
                database.write(
                        tx -> {
                            KeptTrigger before = find(tx, workspace, id);
                            Trigger after = changed(before.trigger(), wanted);
                            boolean starts = after.enabled() && !before.trigger().enabled();
                            KeptTrigger kept =
                                    new KeptTrigger(
                                            workspace,
                                            after,
                                            starts
                                                    ? Happenings.latest(tx, workspace)
                                                    : before.cursor(),
                                            null);
                            triggers.change(tx, kept);
                            record(tx, kept, "trigger.updated");
                            return kept;
                        }));
    }

    public void delete(WorkspaceId workspace, String id) {
        database.write(
                tx -> {
                    KeptTrigger kept = find(tx, workspace, id);
                    triggers.delete(tx, workspace, id);
                    record(tx, kept, "trigger.deleted");
                    return 1;
                });
        watches.wake(id);
    }

    /// Watches for those that nobody watches for.
    public void resume() {
        database.read(triggers::enabled).forEach(this::watched);
    }

    private Trigger watched(KeptTrigger kept) {
        if (kept.trigger().enabled()) {
            watches.begin(kept);
        }
        watches.wake(kept.id());
        return kept.trigger();
    }

    private KeptTrigger insert(Tx tx, WorkspaceId workspace, NewTrigger wanted) {
        if (triggers.count(tx, workspace) >= MAX_PER_WORKSPACE) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "The workspace has " + MAX_PER_WORKSPACE + " triggers already");
        }
        KeptTrigger kept =
                new KeptTrigger(
                        workspace,
                        new Trigger(
                                "trg_" + ids.next(),
                                channel(wanted.channel()),
                                wanted.pattern(),
                                wanted.mention(),
                                wanted.actionName(),
                                Objects.requireNonNullElse(wanted.enabled(), true),
                                null,
                                clock.instant(),
                                null,
                                null),
                        Happenings.latest(tx, workspace),
                        null);
        triggers.insert(tx, kept);
        record(tx, kept, "trigger.created");
        return kept;
    }

    private Trigger changed(Trigger before, TriggerChange wanted) {
        String pattern = replaced(before.pattern(), wanted.pattern());
        if (pattern != null) {
            Matcher.compile(pattern);
        }
        // The same rules hold as for a new one.
        NewTrigger after =
                new NewTrigger(
                        channel(replaced(before.channel(), wanted.channel())),
                        pattern,
                        wanted.mention() == null ? before.mention() : wanted.mention(),
                        Objects.requireNonNullElse(wanted.actionName(), before.actionName()),
                        Objects.requireNonNullElse(wanted.enabled(), before.enabled()));
        return new Trigger(
                before.id(),
                after.channel(),
                after.pattern(),
                after.mention(),
                after.actionName(),
                Boolean.TRUE.equals(after.enabled()),
                before.lastTriggeredAt(),
                before.createdAt(),
                clock.instant(),
                null);
    }

    private static @Nullable String replaced(@Nullable String before, @Nullable JsonNode wanted) {
        if (wanted == null) {
            return before;
        }
        return wanted.isNull() ? null : wanted.asString();
    }

    /// People write `#general` where `general` is meant.
    private static @Nullable String channel(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            return null;
        }
        return name.startsWith("#") ? name.substring(1) : name;
    }

    private KeptTrigger find(ReadTx tx, WorkspaceId workspace, String id) {
        return triggers.find(tx, id)
                .filter(kept -> kept.workspace().equals(workspace))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.TRIGGER_NOT_FOUND,
                                        "Trigger \"" + id + "\" not found"));
    }

    private void record(Tx tx, KeptTrigger kept, String type) {
        ledger.append(
                tx,
                kept.workspace(),
                new LedgerEntry(
                        type,
                        null,
                        null,
                        kept.id(),
                        Json.emptyObject()
                                .put("trigger_id", kept.id())
                                .put("action_name", kept.trigger().actionName()),
                        clock.instant()));
    }
}
