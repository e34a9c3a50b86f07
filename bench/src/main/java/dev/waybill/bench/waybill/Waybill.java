package dev.waybill.bench.waybill;

import dev.waybill.bench.load.ClosedLoad;
import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.HoldsSockets;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The built server, with one of the ways in for messages.
public final class Waybill implements Contender, HoldsSockets {
    private static final int STORED_AT_A_TIME = 1_000_000;
    private static final Shape STORING = Shape.toOne(4, 400, 100);

    private final String name;
    private final Stage stage;
    private final Entry entry;
    private int scenes;

    private Waybill(String name, Stage stage, Entry entry) {
        this.name = name;
        this.stage = stage;
        this.entry = entry;
    }

    /// How messages get in.
    public enum Entry {
        FRAMES("waybill", "frames, a socket for each sender, one for all recipients"),
        SOCKETS("waybill, sockets", "frames, a socket for each sender and each recipient"),
        BATCHES(
                "waybill, batches",
                "batches of half a window, by HTTP; one socket for all recipients"),
        REQUESTS(
                "waybill, requests",
                "one HTTP request for each message; one socket for all recipients");

        private final String title;
        private final String words;

        Entry(String title, String words) {
            this.title = title;
            this.words = words;
        }

        /// What the contender is called.
        public String title() {
            return title;
        }

        /// Whether each recipient has a connection of its own.
        boolean isApart() {
            return this == SOCKETS;
        }

        Ingress.Way way() {
            return switch (this) {
                case FRAMES, SOCKETS -> FrameIngress::open;
                case BATCHES -> BatchIngress::open;
                case REQUESTS -> HttpIngress::open;
            };
        }
    }

    /// Which build is started with what: its launcher, and settings by their variables.
    public record Build(Path launcher, Map<String, String> settings) {}

    public static Waybill start(String name, Path folder, Build build, Entry entry)
            throws IOException {
        return new Waybill(name, Stage.open(folder, build), entry);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public About about() {
        return new About(
                stage.server().version(),
                "SQLite, fsync before each confirm; "
                        + entry.words
                        + "; "
                        + stage.server().settings());
    }

    @Override
    public Proc process() {
        return stage.process();
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

    @Override
    public Sockets hold(int count) {
        List<Api.Agent> agents = stage.api().agents(prefix() + "agent-", count);
        return new WaybillSockets(stage, agents);
    }

    @Override
    public void close() {
        stage.close();
    }

    private String prefix() {
        return "s" + scenes++ + "-";
    }
}
