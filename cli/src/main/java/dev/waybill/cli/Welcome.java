package dev.waybill.cli;

/// The workspace and the agent a first start creates, with their secrets, which are shown once.
public record Welcome(String workspace, String workspaceKey, String agent, String agentToken) {
    @Override
    public String toString() {
        return "Welcome[workspace=" + workspace + ", agent=" + agent + "]";
    }
}
