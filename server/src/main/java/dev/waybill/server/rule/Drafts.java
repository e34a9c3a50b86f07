package dev.waybill.server.rule;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.rule.NewRule;
import dev.waybill.protocol.rule.Rule;
import dev.waybill.protocol.rule.RuleChange;
import dev.waybill.protocol.rule.RuleTarget;
import dev.waybill.server.follow.Happenings;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.AgentName;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Speakers;
import dev.waybill.server.workspace.Supplies;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Makes rules of what somebody asks for, with somebody who speaks for each.
final class Drafts {
    private final Supplies supplies;
    private final RuleTable rules;
    private final Speakers speakers = new Speakers();

    Drafts(Supplies supplies, RuleTable rules) {
        this.supplies = supplies;
        this.rules = rules;
    }

    KeptRule made(Tx tx, Caller caller, NewRule wanted, long cursor) {
        @Nullable AgentName owner =
                caller instanceof Caller.Agent agent
                        ? new AgentName(agent.agent(), agent.name())
                        : null;
        check(tx, caller.workspace(), owner, wanted);
        AgentName speaker =
                owner == null || isFor(owner, wanted.target())
                        ? newSpeaker(tx, caller.workspace(), wanted)
                        : owner;
        Rule rule =
                new Rule(
                        "rule_" + supplies.ids().next(),
                        wanted.name(),
                        wanted.on(),
                        wanted.target(),
                        wanted.text(),
                        wanted.mode(),
                        wanted.deliveryMode(),
                        wanted.priority(),
                        wanted.ttlMs(),
                        Objects.requireNonNullElse(wanted.enabled(), true),
                        owner == null ? null : owner.name(),
                        speaker.name(),
                        null,
                        supplies.clock().instant(),
                        null,
                        null);
        return new KeptRule(
                caller.workspace(),
                rule,
                owner == null ? null : owner.id(),
                speaker.id(),
                cursor,
                null);
    }

    /// The same rules hold as for a new one.
    KeptRule changed(Tx tx, KeptRule kept, RuleChange change) {
        Rule before = kept.rule();
        NewRule wanted = merged(before, change);
        AgentId ownerId = kept.owner();
        @Nullable AgentName owner =
                ownerId == null
                        ? null
                        : new AgentName(ownerId, Objects.requireNonNull(before.owner()));
        check(tx, kept.workspace(), owner, wanted);
        AgentName speaker = speaker(tx, kept, owner, wanted);
        boolean enabled = Boolean.TRUE.equals(wanted.enabled());
        Rule after =
                new Rule(
                        before.id(),
                        wanted.name(),
                        wanted.on(),
                        wanted.target(),
                        wanted.text(),
                        wanted.mode(),
                        wanted.deliveryMode(),
                        wanted.priority(),
                        wanted.ttlMs(),
                        enabled,
                        before.owner(),
                        speaker.name(),
                        before.lastTriggeredAt(),
                        before.createdAt(),
                        supplies.clock().instant(),
                        null);
        long cursor =
                enabled && !before.enabled()
                        ? Happenings.latest(tx, kept.workspace())
                        : kept.cursor();
        return new KeptRule(kept.workspace(), after, ownerId, speaker.id(), cursor, null);
    }

    void retireSpeaker(Tx tx, KeptRule kept) {
        if (kept.hasOwnSpeaker()) {
            speakers.retire(tx, kept.speaker(), supplies.clock().instant());
        }
    }

    /// Nothing an agent says reaches itself, so a rule that tells its own agent needs somebody else to say it.
    private AgentName speaker(Tx tx, KeptRule kept, @Nullable AgentName owner, NewRule wanted) {
        if (owner != null && !isFor(owner, wanted.target())) {
            retireSpeaker(tx, kept);
            return owner;
        }
        return kept.hasOwnSpeaker()
                ? new AgentName(kept.speaker(), kept.rule().speaker())
                : newSpeaker(tx, kept.workspace(), wanted);
    }

    private AgentName newSpeaker(Tx tx, WorkspaceId workspace, NewRule wanted) {
        String name = wanted.name() == null ? "rule" : "rule-" + wanted.name();
        return speakers.add(
                tx,
                workspace,
                new AgentId(supplies.ids().next()),
                name,
                supplies.clock().instant());
    }

    private static boolean isFor(AgentName owner, RuleTarget target) {
        return owner.name().equals(target.agent());
    }

    private void check(
            ReadTx tx, WorkspaceId workspace, @Nullable AgentName owner, NewRule wanted) {
        Interest.check(wanted.on().types(), owner != null);
        Words.check(wanted.text());
        String channel = wanted.target().channel();
        if (channel != null && !rules.hasChannel(tx, workspace, channel)) {
            throw new Refusal(Reason.CHANNEL_NOT_FOUND, "Channel \"" + channel + "\" not found");
        }
        String agent = wanted.target().agent();
        if (agent != null && !rules.hasAgent(tx, workspace, agent)) {
            throw new Refusal(Reason.AGENT_NOT_FOUND, "Agent \"" + agent + "\" not found");
        }
    }

    private NewRule merged(Rule before, RuleChange change) {
        Json json = supplies.json();
        ObjectNode tree = (ObjectNode) json.toTree(wantedBefore(before));
        json.toTree(change)
                .properties()
                .forEach(
                        entry -> {
                            if (entry.getValue().isNull()) {
                                tree.remove(entry.getKey());
                            } else {
                                tree.set(entry.getKey(), entry.getValue());
                            }
                        });
        try {
            return json.convert(tree, NewRule.class);
        } catch (JsonFault e) {
            throw new Refusal(Reason.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static NewRule wantedBefore(Rule rule) {
        return new NewRule(
                rule.name(),
                rule.on(),
                rule.target(),
                rule.text(),
                rule.mode(),
                rule.deliveryMode(),
                rule.priority(),
                rule.ttlMs(),
                rule.enabled());
    }
}
