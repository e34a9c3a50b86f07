package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.store.ReadTx;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides who may do what where.
public interface Permits {
    Permits ALL = (_, _, _) -> new Verdict.Allow();

    /// What is about to be done, and for which agent; none where the owner does it.
    record Asked(
            @Nullable AgentId agent,
            @Nullable String agentName,
            String provider,
            String surface,
            String operation,
            String target,
            boolean destructive) {}

    /// What was decided.
    sealed interface Verdict {
        record Allow() implements Verdict {}

        record Deny(String rule) implements Verdict {}

        /// Somebody has to agree first: the owner, or an agent that one of these words chooses.
        record Approve(List<String> approvers) implements Verdict {
            public Approve {
                approvers = List.copyOf(approvers);
            }
        }
    }

    /// Whether an agent is one of those who may agree.
    default boolean approves(ReadTx tx, Asker asker, List<String> approvers) {
        return asker.agent() != null
                && (approvers.contains(asker.words()) || approvers.contains(asker.agent().text()));
    }

    /// Is asked within transactions, and reads through theirs: another reading would wait for itself.
    Verdict decide(ReadTx tx, WorkspaceId workspace, Asked asked);
}
