package dev.waybill.server.ingress;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The runs of workflows that were seen before their end. Newer ones push them off the list that is read, so that their end has
/// to be asked for.
///
/// @param listed those that the list had when it was read last
/// @param away those that it had not, the one that was asked for longest ago first
record OpenRuns(List<Long> listed, List<Long> away) {
    static final OpenRuns NONE = new OpenRuns(List.of(), List.of());
    private static final int MOST = 100;
    private static final int AT_ONCE = 20;

    OpenRuns {
        listed = List.copyOf(listed);
        away = List.copyOf(away);
    }

    /// After the list was read.
    ///
    /// @param all what it had
    /// @param open those of it that go on
    OpenRuns listed(Set<Long> all, List<Long> open) {
        Set<Long> pushedOff = new LinkedHashSet<>(away);
        pushedOff.addAll(listed);
        pushedOff.removeAll(all);
        return new OpenRuns(newest(open), newest(List.copyOf(pushedOff)));
    }

    /// Those to ask for now.
    List<Long> next() {
        return away.subList(0, Math.min(away.size(), AT_ONCE));
    }

    /// That one was asked for; it is the last to be asked for again, if it goes on.
    OpenRuns asked(long run, boolean open) {
        List<Long> others = new ArrayList<>(away);
        others.remove(run);
        if (open) {
            others.add(run);
        }
        return new OpenRuns(listed, others);
    }

    /// GitHub numbers them in the order they are made.
    private static List<Long> newest(List<Long> runs) {
        if (runs.size() <= MOST) {
            return runs;
        }
        List<Long> sorted = runs.stream().sorted().toList();
        Set<Long> kept = Set.copyOf(sorted.subList(sorted.size() - MOST, sorted.size()));
        return runs.stream().filter(kept::contains).toList();
    }
}
