package dev.waybill.bench.run;

import dev.waybill.bench.waybill.Entry;
import java.util.List;
import java.util.Set;

/// In which ways Waybill takes part in a workload, and what stands beside it apart from the peers.
///
/// @param entries the ways in, each with a server of its own; the first is what all others are compared with
/// @param limits those of them that the limit takes part in
/// @param onPostgres whether Waybill takes part with PostgreSQL as its store too
record Lineup(List<Entry> entries, List<Entry> limits, boolean onPostgres) {
    /// Where the limit can do nothing.
    static final Lineup FRAMES = new Lineup(List.of(Entry.FRAMES), List.of(), false);

    static final Lineup FRAMES_AND_LIMIT =
            new Lineup(List.of(Entry.FRAMES), List.of(Entry.FRAMES), false);

    static final Lineup FRAMES_AND_STORES =
            new Lineup(List.of(Entry.FRAMES), List.of(Entry.FRAMES), true);

    static final Lineup EVERY_WAY =
            new Lineup(
                    List.of(Entry.FRAMES, Entry.SOCKETS, Entry.BATCHES, Entry.REQUESTS),
                    List.of(Entry.FRAMES, Entry.REQUESTS),
                    true);

    Lineup {
        entries = List.copyOf(entries);
        limits = List.copyOf(limits);
    }

    /// Without the ways that nobody asked for. A workload that has none of those that are wanted keeps what it has.
    Lineup only(Set<Entry> wanted) {
        List<Entry> left = entries.stream().filter(wanted::contains).toList();
        return left.isEmpty()
                ? this
                : new Lineup(left, limits.stream().filter(wanted::contains).toList(), onPostgres);
    }
}
