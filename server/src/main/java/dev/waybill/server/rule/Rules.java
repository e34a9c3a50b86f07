package dev.waybill.server.rule;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.rule.NewRule;
import dev.waybill.protocol.rule.Rule;
import dev.waybill.protocol.rule.RuleChange;
import dev.waybill.server.follow.Bookmarks;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.follow.Watches;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.message.Messages;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the rules of a workspace and its agents, and has them watch the ledger.
public final class Rules {
    static final int MAX_PER_WORKSPACE = 100;
    static final int MAX_PER_AGENT = 20;

    private final Database database;
    private final Supplies supplies;
    private final Ledger ledger;
    private final Watches<KeptRule> watches;
    private final RuleTable rules;
    private final Drafts drafts;

    public Rules(
            Supplies supplies,
            Ledger ledger,
            Followers followers,
            Leases leases,
            Messages messages,
            Visible visible) {
        this.database = supplies.database();
        this.supplies = supplies;
        this.ledger = ledger;
        Json json = supplies.json();
        this.rules = new RuleTable(json);
        this.drafts = new Drafts(supplies, rules);
        Bookmarks bookmarks = new Bookmarks(database, RuleTable.NAME);
        this.watches =
                new Watches<>(
                        database,
                        supplies.clock(),
                        json,
                        followers,
                        leases,
                        bookmarks,
                        new Posting(
                                database, supplies.clock(), json, messages, visible, bookmarks));
    }

    /// Tells of what happens from now on.
    public Rule create(Caller caller, NewRule wanted) {
        return watched(database.write(tx -> insert(tx, caller, wanted)));
    }

    /// An agent sees its own, the owner of the workspace all.
    public List<Rule> all(Caller caller) {
        return database.read(tx -> rules.all(tx, caller.workspace())).stream()
                .filter(kept -> kept.isOf(caller))
                .map(KeptRule::rule)
                .toList();
    }

    public Rule find(Caller caller, String id) {
        return database.read(tx -> find(tx, caller, id)).rule();
    }

    /// A rule that is switched on again does not tell of what happened meanwhile.
    public Rule change(Caller caller, String id, RuleChange wanted) {
        return watched(database.write(tx -> change(tx, find(tx, caller, id), wanted)));
    }

    public void delete(Caller caller, String id) {
        database.write(
                tx -> {
                    KeptRule kept = find(tx, caller, id);
                    rules.delete(tx, id);
                    drafts.retireSpeaker(tx, kept);
                    record(tx, kept, "rule.deleted");
                    return 1;
                });
        watches.wake(id);
    }

    /// Has those watch that nobody looks after.
    public void resume() {
        database.read(rules::active).forEach(watches::begin);
    }

    private Rule watched(KeptRule kept) {
        if (kept.rule().enabled()) {
            watches.begin(kept);
        }
        watches.wake(kept.id());
        return kept.rule();
    }

    private KeptRule insert(Tx tx, Caller caller, NewRule wanted) {
        requireRoom(tx, caller);
        KeptRule kept = drafts.made(tx, caller, wanted, Happenings.latest(tx, caller.workspace()));
        rules.insert(tx, kept);
        record(tx, kept, "rule.created");
        return kept;
    }

    private KeptRule change(Tx tx, KeptRule before, RuleChange wanted) {
        KeptRule kept = drafts.changed(tx, before, wanted);
        rules.change(tx, kept);
        record(tx, kept, "rule.updated");
        return kept;
    }

    private void requireRoom(Tx tx, Caller caller) {
        if (rules.count(tx, caller.workspace()) >= MAX_PER_WORKSPACE) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "The workspace has " + MAX_PER_WORKSPACE + " rules already");
        }
        if (caller instanceof Caller.Agent agent
                && rules.count(tx, agent.agent()) >= MAX_PER_AGENT) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "Agent \"" + agent.name() + "\" has " + MAX_PER_AGENT + " rules already");
        }
    }

    private KeptRule find(ReadTx tx, Caller caller, String id) {
        return rules.find(tx, id)
                .filter(kept -> kept.isOf(caller))
                .orElseThrow(
                        () -> new Refusal(Reason.RULE_NOT_FOUND, "Rule \"" + id + "\" not found"));
    }

    private void record(Tx tx, KeptRule kept, String type) {
        WorkspaceId workspace = kept.workspace();
        @Nullable AgentId owner = kept.owner();
        Instant now = supplies.clock().instant();
        ledger.append(
                tx,
                workspace,
                new LedgerEntry(
                        type,
                        null,
                        owner,
                        kept.id(),
                        Json.emptyObject()
                                .put("rule_id", kept.id())
                                .put("name", kept.rule().name()),
                        now));
    }
}
