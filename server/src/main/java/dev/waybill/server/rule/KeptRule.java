package dev.waybill.server.rule;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.rule.Rule;
import dev.waybill.server.follow.Watcher;
import dev.waybill.server.workspace.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A rule, whose it is, who speaks for it, and how far along the ledger it has come.
record KeptRule(
        WorkspaceId workspace,
        Rule rule,
        @Nullable AgentId owner,
        AgentId speaker,
        long cursor,
        @Nullable Instant failingSince)
        implements Watcher {
    @Override
    public String id() {
        return rule.id();
    }

    /// Whether it has a speaker of its own, beside the agent it belongs to.
    boolean hasOwnSpeaker() {
        return !speaker.equals(owner);
    }

    Caller.Agent speaking() {
        return new Caller.Agent(workspace, speaker, rule.speaker());
    }

    /// Whether the caller may see and change it.
    boolean isOf(Caller caller) {
        return workspace.equals(caller.workspace())
                && switch (caller) {
                    case Caller.Owner _ -> true;
                    case Caller.Agent agent -> agent.agent().equals(owner);
                    case Caller.Node _, Caller.Observer _, Caller.Webhook _ -> false;
                };
    }
}
