package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.server.credential.OutboundPolicy;
import dev.waybill.server.policy.AgentSelector;
import dev.waybill.server.policy.AgentSelector.Chosen;
import dev.waybill.server.store.ReadTx;
import java.util.List;
import java.util.Optional;

/// Decides by the operator's rules, which are for agents: the owner may do everything.
public final class PolicyPermits implements Permits {
    private static final String AGENT =
            "select name, type, metadata from agent where workspace_id = ? and id = ? and deleted_at is null";

    private final OutboundPolicy policy;
    private final Json json;

    public PolicyPermits(OutboundPolicy policy, Json json) {
        this.policy = policy;
        this.json = json;
    }

    @Override
    public Verdict decide(ReadTx tx, WorkspaceId workspace, Asked asked) {
        if (asked.agent() == null) {
            return new Verdict.Allow();
        }
        return chosen(tx, workspace, asked.agent())
                .map(agent -> verdict(decided(agent, asked)))
                .orElseGet(() -> new Verdict.Deny("the agent is gone"));
    }

    @Override
    public boolean approves(ReadTx tx, Asker asker, List<String> approvers) {
        return asker.agent() != null
                && chosen(tx, asker.workspace(), asker.agent())
                        .filter(
                                agent ->
                                        approvers.stream()
                                                .map(AgentSelector::parse)
                                                .anyMatch(one -> one.chooses(agent)))
                        .isPresent();
    }

    private OutboundPolicy.Verdict decided(Chosen agent, Asked asked) {
        return policy.decide(
                new OutboundPolicy.Asked(
                        agent,
                        asked.provider(),
                        asked.operation(),
                        asked.target(),
                        asked.destructive()));
    }

    private static Verdict verdict(OutboundPolicy.Verdict verdict) {
        return switch (verdict) {
            case OutboundPolicy.Verdict.Allow _ -> new Verdict.Allow();
            case OutboundPolicy.Verdict.Deny(var rule, var because) ->
                    new Verdict.Deny(because == null ? rule : rule + ": " + because);
            case OutboundPolicy.Verdict.Approve(var approvers) ->
                    new Verdict.Approve(approvers.stream().map(AgentSelector::text).toList());
        };
    }

    private Optional<Chosen> chosen(ReadTx tx, WorkspaceId workspace, AgentId agent) {
        return tx.first(
                AGENT,
                row -> Chosen.of(row.text(1), AgentType.of(row.text(2)), json.tree(row.text(3))),
                workspace,
                agent);
    }
}
