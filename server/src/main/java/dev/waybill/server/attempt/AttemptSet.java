package dev.waybill.server.attempt;

import dev.waybill.server.delivery.Waits;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;

/// Everything about attempts, made once.
public record AttemptSet(
        Attempts attempts,
        Decisions decisions,
        Engine engine,
        OwnWork ownWork,
        AttemptSweep sweep,
        Reports reports,
        AttemptLimits limits) {
    /// What the rest of the server lends.
    ///
    /// @param worker the number of this server among those that share a store
    public record Lent(
            Supplies supplies,
            Ledger ledger,
            MeterRegistry metrics,
            Providers providers,
            Wires wires,
            Keys keys,
            Permits permits,
            Origins origins,
            AttemptLimits limits,
            int worker) {}

    /// What the parts share.
    record Workings(
            Supplies supplies,
            AttemptLimits limits,
            Tally tally,
            Book book,
            Lookup lookup,
            Targets targets,
            Planning planning,
            Offers offers,
            Patient patient,
            Jobs jobs,
            Rulings rulings,
            Verdicts verdicts,
            Sight sight) {}

    public static AttemptSet over(Lent lent) {
        Workings workings = workings(lent);
        return new AttemptSet(
                new Attempts(workings),
                new Decisions(workings),
                new Engine(workings, new Runs(workings), lent.worker()),
                new OwnWork(workings.book().attempts()),
                new AttemptSweep(workings),
                new Reports(workings, lent.keys()),
                lent.limits());
    }

    private static Workings workings(Lent lent) {
        Supplies supplies = lent.supplies();
        Tally tally = new Tally(lent.metrics());
        AttemptTable attempts = new AttemptTable(new AttemptRows(supplies.json()));
        Waits<String> waits = Waits.over(supplies.database());
        Book book = new Book(attempts, lent.ledger(), waits, tally);
        Lookup lookup = new Lookup(lent.providers());
        Rulings rulings = new Rulings(supplies.database(), lent.permits());
        Targets targets = new Targets(lent.origins(), supplies.json());
        return new Workings(
                supplies,
                lent.limits(),
                tally,
                book,
                lookup,
                targets,
                new Planning(targets, lookup, lent.keys(), rulings, supplies.json()),
                new Offers(lookup, lent.keys(), rulings, supplies.database()),
                new Patient(supplies.database(), supplies.clock(), book, lookup),
                new Jobs(lookup, lent.keys(), lent.origins(), lent.wires()),
                rulings,
                new Verdicts(lent.limits()),
                new Sight(attempts, lent.permits()));
    }
}
