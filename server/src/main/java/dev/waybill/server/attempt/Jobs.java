package dev.waybill.server.attempt;

import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Origin;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes an attempt ready for its provider.
final class Jobs {
    private final Lookup lookup;
    private final Keys keys;
    private final Origins origins;
    private final Wires wires;

    Jobs(Lookup lookup, Keys keys, Origins origins, Wires wires) {
        this.lookup = lookup;
        this.keys = keys;
        this.origins = origins;
        this.wires = wires;
    }

    /// Refuses what cannot be run any more: much may have changed since it was asked for.
    Job prepare(Attempt attempt) {
        Order order = attempt.order();
        String provider = order.handle().provider();
        Spot spot =
                lookup.find(order)
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.UNSUPPORTED_PROVIDER,
                                                "delivery operations are not supported for provider "
                                                        + provider));
        Credential credential = credential(order, spot);
        Instant started = attempt.state().startedAt();
        return new Job(
                order.id(),
                order.workspace(),
                order.handle(),
                spot.surface(),
                spot.operation(),
                order.input(),
                credential,
                origin(order),
                Objects.requireNonNullElse(started, order.createdAt()),
                attempt.state().attempts(),
                wires.open(credential, spot.provider().credentialFields()));
    }

    private Credential credential(Order order, Spot spot) {
        Account account = order.account();
        return keys.same(
                        order.workspace(),
                        order.handle().provider(),
                        account.credential(),
                        account.operators())
                .filter(found -> Account.of(spot.provider(), found).equals(account))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.PROVIDER_NOT_CONFIGURED,
                                        "the credential it was meant for is gone or another account now: "
                                                + account.credential()));
    }

    private @Nullable Origin origin(Order order) {
        String item = order.references().item();
        return (item == null
                        ? Optional.<Origin>empty()
                        : origins.item(order.workspace(), item).map(Origins.ItemRef::origin))
                .or(() -> origins.answered(order.workspace(), order.handle()))
                .orElse(null);
    }
}
