package dev.waybill.server.store;

/// What the callers of one batch leave to be written in one go: before the commit, and before any statement that could
/// see or change it. So whoever asks the database finds all that was done before, gathered or not.
public interface Gathered {
    /// Whether the statement could see or change what is gathered, or what it relies on. Must always say the same of the
    /// same statement.
    boolean concerns(String sql);

    /// Writes it. What comes later is gathered anew, unless this [#lasts()].
    void write(Tx tx);

    /// Whether, once all of it is written, it is good for the next batches too: until a statement comes that it concerns, or a
    /// transaction comes to nothing. Only where nobody else writes to the database.
    default boolean lasts() {
        return false;
    }
}
