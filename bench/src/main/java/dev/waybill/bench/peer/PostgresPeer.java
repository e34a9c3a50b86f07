package dev.waybill.bench.peer;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.PostgresServer;
import dev.waybill.bench.process.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.Driver;

/// PostgreSQL with the mailboxes in tables, as one would build it without a broker.
final class PostgresPeer implements Contender {
    private final PostgresServer server;
    private int scenes;

    private PostgresPeer(PostgresServer server) {
        this.server = server;
    }

    static PostgresPeer start(Programs programs, Path parent)
            throws IOException, InterruptedException, SQLException {
        return new PostgresPeer(PostgresServer.start(programs, parent));
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public About about() {
        return new About(
                server.version(),
                "tables for messages, mailboxes and cursors; fsync and synchronous_commit on; each sender commits up to "
                        + PostgresMailboxes.TOGETHER
                        + " waiting messages together in one statement, two readers look every millisecond; "
                        + ClientLibrary.of("pgjdbc", Driver.class));
    }

    @Override
    public Proc process() {
        return server.proc();
    }

    @Override
    public Scene open(Shape shape, Heard heard) throws SQLException {
        return PostgresMailboxes.open(this, "s" + scenes++, shape, heard);
    }

    @Override
    public void close() {
        server.close();
    }

    Connection connect() throws SQLException {
        return server.connect();
    }
}
