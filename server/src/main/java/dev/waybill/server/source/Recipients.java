package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.workspace.Caller;
import java.util.Optional;

/// Finds agents by name or id, on behalf of somebody who may ask for them.
///
/// Every agent of a workspace has a mailbox that keeps what comes until its session is there, so nobody needs a session to
/// subscribe. Those that cannot be told anything (not notify-capable) are agents that were removed or released, and the
/// speakers of webhooks and rules, whose mailbox nobody holds a token for.
final class Recipients {
    private static final String BY_NAME =
            "select id, name, type, deleted_at from agent where workspace_id = ? and name = ?";
    private static final String BY_ID =
            "select id, name, type, deleted_at from agent where workspace_id = ? and id = ?";

    private record Found(AgentId id, boolean gone, boolean speaker) {}

    /// An agent that is there, which the caller may act for.
    AgentId find(ReadTx tx, Caller caller, String nameOrId) {
        Found found = lookUp(tx, caller, nameOrId);
        if (found.gone()) {
            throw unknown(nameOrId);
        }
        return found.id();
    }

    /// The same for one that is to be told something.
    AgentId receiving(ReadTx tx, Caller caller, String nameOrId) {
        Found found = lookUp(tx, caller, nameOrId);
        if (found.gone() || found.speaker()) {
            throw new Refusal(
                    Reason.NOT_NOTIFY_CAPABLE,
                    "agent "
                            + nameOrId
                            + " is not notify-capable: "
                            + (found.gone()
                                    ? "it was removed from the workspace"
                                    : "nobody holds its mailbox"));
        }
        return found.id();
    }

    private static Found lookUp(ReadTx tx, Caller caller, String nameOrId) {
        Found found = find(tx, caller.workspace(), nameOrId).orElseThrow(() -> unknown(nameOrId));
        if (caller instanceof Caller.Agent self && !self.agent().equals(found.id())) {
            throw new Refusal(Reason.FORBIDDEN, "an agent acts for itself only");
        }
        return found;
    }

    private static Optional<Found> find(ReadTx tx, WorkspaceId workspace, String nameOrId) {
        Optional<Found> named = tx.first(BY_NAME, Recipients::read, workspace, nameOrId);
        return named.isPresent() ? named : byId(tx, workspace, nameOrId);
    }

    private static Optional<Found> byId(ReadTx tx, WorkspaceId workspace, String text) {
        try {
            return tx.first(BY_ID, Recipients::read, workspace, AgentId.parse(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Found read(Row row) {
        return new Found(
                new AgentId(row.number(1)),
                row.instantOrNull(4) != null,
                row.text(3).equals("system"));
    }

    private static Refusal unknown(String nameOrId) {
        return new Refusal(Reason.AGENT_NOT_FOUND, "unknown agent: " + nameOrId);
    }
}
