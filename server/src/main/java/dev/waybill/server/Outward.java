package dev.waybill.server;

import dev.waybill.server.config.Config;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.credential.OutboundPolicy;
import dev.waybill.server.credential.SealKey;
import dev.waybill.server.credential.Vault;
import dev.waybill.server.http.api.CredentialEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.policy.OutboundRules;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/// The wiring of what is outside: the events that come from there, and the answers that go there.
final class Outward {
    private final Providers providers;
    private final Wires wires;
    private final Vault vault;
    private final OutboundPolicy policy;

    /// What the rest of the server lends.
    record Lent(
            Config config,
            DataFolder folder,
            Supplies supplies,
            Ledger ledger,
            Mail mail,
            Presence presence,
            MeterRegistry metrics,
            TargetGuard guard,
            Redactor redactor) {}

    Outward(Lent lent) {
        this.providers = new Providers(all());
        this.wires =
                new Wires(
                        lent.guard(),
                        lent.config().outbound().timeout(),
                        lent.redactor(),
                        lent.supplies().clock());
        ProvidersConfig settings = lent.config().providers();
        this.vault =
                new Vault(
                        lent.supplies(),
                        lent.ledger(),
                        providers,
                        SealKey.find(settings.key(), lent.folder(), lent.supplies().random()),
                        settings.credentials());
        this.policy =
                new OutboundPolicy(
                        OutboundRules.of(settings.rules()), settings.approveDestructive());
    }

    private static List<Provider> all() {
        return List.of();
    }

    RouteTable addTo(RouteTable table) {
        List<RouteTable.Section> all = new ArrayList<>(table.sections());
        all.addAll(sections());
        return new RouteTable(all);
    }

    private List<RouteTable.Section> sections() {
        return List.of(new CredentialEndpoints(vault).routes());
    }

    OutboundPolicy policy() {
        return policy;
    }

    Providers providers() {
        return providers;
    }

    Wires wires() {
        return wires;
    }

    /// Begins what goes on by itself.
    void start(Parts parts, Sweeps sweeps) {}
}
