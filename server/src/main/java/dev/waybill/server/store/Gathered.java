package dev.waybill.server.store;

/// What the callers of one batch leave to be written in one go: before the commit, and before any statement that could
/// see or change it. So whoever asks the database finds all that was done before, gathered or not.
public interface Gathered {
    /// Whether the statement could see or change what is gathered, or what it relies on. Must always say the same of the
    /// same statement.
    boolean concerns(String sql);

    /// Writes it. What comes later is gathered anew.
    void write(Tx tx);
}
