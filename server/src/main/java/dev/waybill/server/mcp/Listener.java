package dev.waybill.server.mcp;

/// Hears what changes for one caller. Must not wait.
public interface Listener {
    void toolsChanged();

    void resourcesChanged();

    void resourceUpdated(String uri);

    default void promptsChanged() {}
}
