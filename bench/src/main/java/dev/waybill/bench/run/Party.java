package dev.waybill.bench.run;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.process.PostgresServer;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.waybill.Build;
import dev.waybill.bench.waybill.Entry;
import dev.waybill.bench.waybill.Waybill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// Who takes part in a run, and what became known of them.
final class Party {
    private static final String WAYBILL = "waybill";
    private static final String ON_POSTGRES = "waybill, postgres";

    private final Programs programs;
    private final Set<Peer> peers;
    private final Path launcher;

    /// Another build of Waybill, to stand beside the first.
    private final Optional<Path> beside;

    private final Map<String, Contender.About> known = new LinkedHashMap<>();
    private final Set<String> absent = new LinkedHashSet<>();

    Party(Programs programs, Set<Peer> peers, Path launcher, Optional<Path> beside) {
        this.programs = programs;
        this.peers = new LinkedHashSet<>();
        this.launcher = launcher;
        this.beside = beside;
        for (Peer peer : peers) {
            peer.missing(programs).ifPresentOrElse(absent::add, () -> this.peers.add(peer));
        }
    }

    /// What is told of those that took part.
    Map<String, Contender.About> known() {
        return known;
    }

    /// Why others did not.
    Set<String> absent() {
        return absent;
    }

    Programs programs() {
        return programs;
    }

    /// Whether its programs are installed, for a workload that cannot do without; otherwise that is told.
    boolean has(Peer peer) {
        peer.missing(programs).ifPresent(absent::add);
        return peer.missing(programs).isEmpty();
    }

    /// Whether Waybill stands on PostgreSQL too.
    boolean onPostgres(Lineup lineup) {
        return lineup.onPostgres() && peers.contains(Peer.POSTGRES);
    }

    Build build(Map<String, String> settings) {
        return new Build(launcher, settings);
    }

    Waybill waybill(String name, Path folder, Map<String, String> settings) throws IOException {
        return waybill(name, folder, build(settings), Entry.FRAMES);
    }

    private Waybill waybill(String name, Path folder, Build build, Entry entry) throws IOException {
        Waybill started = Waybill.start(name, folder, build, entry);
        known.putIfAbsent(name, started.about());
        return started;
    }

    /// Starts everybody, Waybill first: once for each way in, once for another build, and once on another store. When Waybill
    /// does not start, nobody is left running.
    List<Contender> start(Path folder, Map<String, String> settings, Lineup lineup)
            throws IOException {
        List<Contender> started = new ArrayList<>();
        try {
            start(started, folder, settings, lineup);
            return started;
        } catch (IOException | RuntimeException e) {
            new Started(started).close();
            throw e;
        }
    }

    private void start(
            List<Contender> started, Path folder, Map<String, String> settings, Lineup lineup)
            throws IOException {
        for (Entry entry : lineup.entries()) {
            started.add(waybill(entry.title(WAYBILL), folder, build(settings), entry));
        }
        if (beside.isPresent()) {
            Entry entry = lineup.entries().getFirst();
            started.add(other(folder, new Build(beside.get(), settings), entry));
        }
        if (onPostgres(lineup)) {
            join(started, ON_POSTGRES, () -> List.of(onPostgres(folder, build(settings))));
        }
        for (Peer peer : peers) {
            join(started, peer.title(), () -> peer.start(programs, folder, lineup.limits()));
        }
    }

    private Waybill other(Path folder, Build build, Entry entry) throws IOException {
        String name = entry.title(WAYBILL + " (" + build.name() + ")");
        Waybill started = Waybill.start(name, folder, build, entry);
        Contender.About about = started.about();
        known.putIfAbsent(
                name,
                new Contender.About(
                        about.version(), about.settings() + "; started by " + build.launcher()));
        return started;
    }

    private Waybill onPostgres(Path folder, Build build) throws Exception {
        PostgresServer database = PostgresServer.start(programs, folder);
        try {
            return Waybill.startOn(database, ON_POSTGRES, folder, build);
        } catch (IOException e) {
            database.close();
            throw e;
        }
    }

    /// Who does not start takes no part, and that is told.
    private void join(List<Contender> started, String title, Callable<List<Contender>> start) {
        try {
            for (Contender contender : start.call()) {
                known.putIfAbsent(contender.name(), contender.about());
                started.add(contender);
            }
        } catch (Exception e) {
            System.err.println(title + " takes no part: " + e);
            absent.add(title + " takes no part: it did not start");
        }
    }
}
