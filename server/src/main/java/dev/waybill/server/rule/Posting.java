package dev.waybill.server.rule;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.message.NewMessage;
import dev.waybill.protocol.rule.Rule;
import dev.waybill.server.follow.Bookmarks;
import dev.waybill.server.follow.Duty;
import dev.waybill.server.follow.Happening;
import dev.waybill.server.message.Messages;
import dev.waybill.server.message.Outgoing;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.Database;
import dev.waybill.server.workspace.Caller;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// Says what rules have to say. The message and the place in the ledger are written in one transaction, so there is
/// neither a crash nor a second server that could lose it or say it twice.
final class Posting implements Duty<KeptRule> {
    private final Database database;
    private final InstantSource clock;
    private final Messages messages;
    private final Visible visible;
    private final Bookmarks bookmarks;
    private final RuleTable rules;
    private final Echoes echoes;

    Posting(
            Database database,
            InstantSource clock,
            Json json,
            Messages messages,
            Visible visible,
            Bookmarks bookmarks) {
        this.database = database;
        this.clock = clock;
        this.messages = messages;
        this.visible = visible;
        this.bookmarks = bookmarks;
        this.rules = new RuleTable(json);
        this.echoes = new Echoes(json);
    }

    @Override
    public Optional<KeptRule> find(String id) {
        return database.read(tx -> rules.active(tx, id));
    }

    @Override
    public Predicate<Happening> interest(KeptRule kept) {
        Interest interest = new Interest(kept.rule().on(), kept.owner() != null);
        return happening ->
                interest.in(happening) && mayKnow(kept, happening) && !isEcho(kept, happening);
    }

    @Override
    public void act(KeptRule kept, Happening happening) {
        Outgoing outgoing = outgoing(kept.rule(), happening);
        database.write(
                tx -> {
                    if (bookmarks.acted(tx, kept.id(), happening.seq(), clock.instant())) {
                        messages.send(
                                tx,
                                kept.speaking(),
                                outgoing,
                                Echoes.key(kept.workspace(), kept.id(), happening.seq()));
                    }
                    return true;
                });
    }

    /// Who is to be told does not come back by waiting.
    @Override
    public boolean mayPass(Reason reason) {
        return false;
    }

    /// An agent hears of calls of its own, and of actions it may see.
    private boolean mayKnow(KeptRule kept, Happening happening) {
        AgentId owner = kept.owner();
        String ownerName = kept.rule().owner();
        String action = Facts.of(happening).action();
        return owner == null
                || ownerName == null
                || action == null
                || owner.equals(happening.agent())
                || visible.to(new Caller.Agent(kept.workspace(), owner, ownerName), action);
    }

    private boolean isEcho(KeptRule kept, Happening happening) {
        return database.read(tx -> echoes.has(tx, kept.workspace(), happening));
    }

    private static Outgoing outgoing(Rule rule, Happening happening) {
        String agent = rule.target().agent();
        String channel = rule.target().channel();
        NewMessage message = message(rule, happening, agent != null);
        return agent != null
                ? new Outgoing.ToAgent(agent, message)
                : new Outgoing.ToChannel(String.valueOf(channel), message);
    }

    private static NewMessage message(Rule rule, Happening happening, boolean toAgent) {
        Facts facts = Facts.of(happening);
        ObjectNode data = Json.emptyObject();
        data.set("event", facts.event(happening));
        data.put(Echoes.RULE, rule.id());
        if (rule.name() != null) {
            data.put("rule", rule.name());
        }
        return NewMessage.of(
                Words.of(rule.text(), facts),
                null,
                data,
                rule.mode(),
                null,
                null,
                null,
                Terms.of(rule).delivery(toAgent));
    }
}
