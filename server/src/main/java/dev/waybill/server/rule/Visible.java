package dev.waybill.server.rule;

import dev.waybill.server.workspace.Caller;

/// Tells whether an agent may know of an action.
public interface Visible {
    boolean to(Caller.Agent agent, String action);
}
