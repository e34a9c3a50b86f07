package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionInvoke;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import java.time.Instant;
import java.util.Optional;

/// The ones who handle actions, as far as they are connected here. Every method is called while a transaction runs, or on
/// the thread that commits: it answers from memory and never waits.
public interface Handlers {
    /// Where the agent is connected now, if it is.
    Reach agent(AgentId agent);

    /// Since when the provider of the node can take actions without a break; empty if it cannot now.
    Optional<Instant> node(NodeId node, String provider);

    /// Whether the provider reads what it is sent; what one is sent that does not waits in memory, so it is sent little.
    boolean hasRoom(NodeId node, String provider);

    /// Sends an `action.invoke` frame; it is dropped if the connection is gone meanwhile, and sent again later.
    void invoke(NodeId node, String provider, ActionInvoke invoke);

    /// For a server to which nobody can connect.
    static Handlers none() {
        return new Handlers() {
            @Override
            public Reach agent(AgentId agent) {
                return new Reach.Absent();
            }

            @Override
            public Optional<Instant> node(NodeId node, String provider) {
                return Optional.empty();
            }

            @Override
            public boolean hasRoom(NodeId node, String provider) {
                return false;
            }

            @Override
            public void invoke(NodeId node, String provider, ActionInvoke invoke) {
                throw new IllegalStateException("nobody is connected");
            }
        };
    }
}
