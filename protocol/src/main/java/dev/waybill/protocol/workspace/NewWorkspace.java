package dev.waybill.protocol.workspace;

/// Asks for a workspace.
public record NewWorkspace(String name) {
    public NewWorkspace {
        Names.check(name);
    }
}
