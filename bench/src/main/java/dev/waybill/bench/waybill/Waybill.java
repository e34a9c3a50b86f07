package dev.waybill.bench.waybill;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.HoldsSockets;
import dev.waybill.bench.load.InFlight;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The built server, with one of the ways in for messages.
public final class Waybill implements Contender, HoldsSockets {
    private static final int STORED_AT_A_TIME = 1_000_000;
    private static final Shape STORING = Shape.toOne(4, 400, 100);

    private final String name;
    private final ServerProcess server;
    private final Stage stage;
    private final Entry entry;

    /// None where it keeps its data in a file.
    private final @Nullable PostgresServer database;

    private int scenes;

    private Waybill(
            String name, ServerProcess server, Entry entry, @Nullable PostgresServer database)
            throws IOException {
        this.name = name;
        this.server = server;
        this.stage = Stage.of(server);
        this.entry = entry;
        this.database = database;
    }

    public static Waybill start(String name, Path folder, Build build, Entry entry)
            throws IOException {
        return new Waybill(name, ServerProcess.start(folder, build), entry, null);
    }

    /// With the database of a server that is its own and ends with it.
    public static Waybill startOn(PostgresServer database, String name, Path folder, Build build)
            throws IOException {
        Build with = build.with("WAYBILL_STORE_DATABASE", database.url());
        return new Waybill(name, ServerProcess.start(folder, with), Entry.FRAMES, database);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public About about() {
        String store =
                database == null
                        ? "SQLite, fsync before each confirm; "
                        : database.version() + ", fsync and synchronous_commit on; ";
        return new About(server.version(), store + entry.words() + "; " + server.settings());
    }

    @Override
    public Proc process() {
        return database == null ? stage.process() : stage.process().and(database.proc());
    }

    @Override
    public Scene open(Shape shape, Heard heard) {
        return WaybillScene.open(stage, prefix(), shape, heard, entry);
    }

    /// Agents that take no part.
    public void register(int agents) {
        stage.api().agents(prefix() + "idle-", agents);
    }

    /// Messages that went the whole way before: sent in batches, delivered and acknowledged.
    public void store(long count) throws Exception {
        if (count == 0) {
            return;
        }
        ClosedLoad load = new ClosedLoad(STORING);
        try (Scene scene =
                WaybillScene.open(stage, prefix(), STORING, load.inFlight(), Entry.BATCHES)) {
            scene.listen();
            load.into(scene);
            for (long left = count; left > 0; left = count - load.inFlight().completed()) {
                load.send(Math.min(left, STORED_AT_A_TIME));
                if (load.inFlight().faults() > 0) {
                    throw new IllegalStateException("not everything could be stored before");
                }
                System.err.printf(
                        "    %s: %,d of %,d stored%n", name, load.inFlight().completed(), count);
            }
        }
    }

    /// So many agents that call an action, each of which is told the results.
    public Scene calls(int callers, InFlight inFlight) throws IOException {
        List<Api.Agent> agents = stage.api().agents(prefix() + "caller-", callers);
        String action = EchoHandler.open(stage, prefix() + "told", callers);
        return new Asking(stage, Asking.Kind.calls(agents, action, 201, true), inFlight);
    }

    @Override
    public Sockets hold(int count) {
        List<Api.Agent> agents = stage.api().agents(prefix() + "agent-", count);
        return new WaybillSockets(stage, server, agents);
    }

    @Override
    public void close() {
        stage.close();
        if (database != null) {
            database.close();
        }
    }

    private String prefix() {
        return "s" + scenes++ + "-";
    }
}
