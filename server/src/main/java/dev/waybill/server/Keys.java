package dev.waybill.server;

/// The workspace and the agent that a first start makes, with their secrets, which are shown once.
public record Keys(String workspace, String workspaceKey, String agent, String agentToken) {
    /// The file in the data folder that keeps them, readable by its owner alone.
    public static final String FILE = "keys.json";

    @Override
    public String toString() {
        return "Keys[workspace=" + workspace + ", agent=" + agent + "]";
    }
}
