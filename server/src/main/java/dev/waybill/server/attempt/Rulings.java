package dev.waybill.server.attempt;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;

/// Asks the operator's rules about operations at places.
final class Rulings {
    private final Database database;
    private final Permits permits;

    Rulings(Database database, Permits permits) {
        this.database = database;
        this.permits = permits;
    }

    Permits.Verdict ask(ReadTx tx, Asker asker, DeliveryHandle handle, Spot spot) {
        return permits.decide(tx, asker.workspace(), asked(asker, handle, spot));
    }

    /// Refuses what the rules forbid.
    Permits.Verdict allowed(ReadTx tx, Asker asker, DeliveryHandle handle, Spot spot) {
        Permits.Verdict verdict = ask(tx, asker, handle, spot);
        if (verdict instanceof Permits.Verdict.Deny(var rule)) {
            throw new Refusal(
                    Reason.POLICY_DENIED,
                    spot.operation().name()
                            + " at "
                            + handle.targetRef()
                            + " is not allowed by "
                            + rule,
                    Facts.by(rule));
        }
        return verdict;
    }

    /// The same in a reading of its own: never for who is in one, or in a writing.
    Permits.Verdict allowed(Asker asker, DeliveryHandle handle, Spot spot) {
        return database.read(tx -> allowed(tx, asker, handle, spot));
    }

    private static Permits.Asked asked(Asker asker, DeliveryHandle handle, Spot spot) {
        Provider provider = spot.provider();
        Surface surface = spot.surface();
        Operation operation = spot.operation();
        return new Permits.Asked(
                asker.agent(),
                asker.name(),
                handle.provider(),
                surface.name(),
                operation.name(),
                provider.ruled(handle),
                operation.destructive());
    }
}
