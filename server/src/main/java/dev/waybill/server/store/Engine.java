package dev.waybill.server.store;

/// What differs between the databases: connections, reads, and the commands around a write.
sealed interface Engine extends AutoCloseable permits SqliteEngine, PostgresEngine {
    /// Opens the connection that all writes go through.
    Session openWriter();

    <T> T read(Deadline deadline, Work<ReadTx, T> work);

    /// Whether an answer takes so long that a batch should ask for all its works at once.
    boolean isFarAway();

    /// Starts a transaction for writing.
    void begin(Session session);

    /// Makes the transaction durable before it returns.
    void commit(Session session);

    /// So many callers' writes are durable, and no transaction is open.
    default void committed(Session session, int writes) {}

    void rollback(Session session);

    /// Protects what was done so far from what the first caller of a batch does.
    default void protectFirst(Session session) {
        session.command("savepoint unit");
    }

    /// Keeps what the last caller did, and protects it from what the next one does.
    void protectNext(Session session);

    /// Undoes what the current caller did.
    default void undo(Session session) {
        session.command("rollback to savepoint unit");
    }

    @Override
    void close();
}
