package dev.waybill.bench.run;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.peer.Peer;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.waybill.Waybill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Who takes part in a run, and what became known of them.
final class Party {
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

    Waybill.Build build(Map<String, String> settings) {
        return new Waybill.Build(launcher, settings);
    }

    Waybill waybill(String name, Path folder, Map<String, String> settings) throws IOException {
        return waybill(name, folder, build(settings), Waybill.Entry.FRAMES);
    }

    private Waybill waybill(String name, Path folder, Waybill.Build build, Waybill.Entry entry)
            throws IOException {
        Waybill started = Waybill.start(name, folder, build, entry);
        known.putIfAbsent(name, started.about());
        return started;
    }

    /// Starts everybody, Waybill first: once for each way in, and once for each other build.
    List<Contender> start(Path folder, Map<String, String> settings, List<Waybill.Entry> entries)
            throws IOException {
        List<Contender> started = new ArrayList<>();
        for (Waybill.Entry entry : entries) {
            started.add(waybill(entry.title(), folder, build(settings), entry));
        }
        if (beside.isPresent()) {
            Path other = beside.get();
            Waybill.Build build = new Waybill.Build(other, new HashMap<>(settings));
            started.add(waybill(other.toString(), folder, build, Waybill.Entry.FRAMES));
        }
        for (Peer peer : peers) {
            try {
                Contender contender = peer.start(programs, folder);
                known.putIfAbsent(contender.name(), contender.about());
                started.add(contender);
            } catch (Exception e) {
                System.err.println(peer.title() + " takes no part: " + e);
                absent.add(peer.title() + " takes no part: it did not start");
            }
        }
        return started;
    }
}
