package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.config.Config;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.http.api.IngressEndpoints;
import dev.waybill.server.http.api.SourceEndpoints;
import dev.waybill.server.http.api.SourceInboxEndpoints;
import dev.waybill.server.http.api.SourceSubscriptionEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ingress.Doors;
import dev.waybill.server.ingress.GitHubPolling;
import dev.waybill.server.ingress.Keys;
import dev.waybill.server.ingress.SourceConfigs;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.source.Echo;
import dev.waybill.server.source.SourceLimits;
import dev.waybill.server.source.SourceSet;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The wiring of what is outside: the events that come from there, and the answers that go there.
final class Outward {
    private final Providers providers;
    private final Wires wires;
    private final SourceSet sources;
    private final IngressEndpoints ingress;
    private final GitHubPolling polling;
    private final Json json;

    /// What the rest of the server lends.
    record Lent(
            Config config,
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
        this.json = lent.supplies().json();
        this.sources =
                new SourceSet(
                        new SourceSet.Lent(
                                lent.supplies(),
                                lent.ledger(),
                                lent.mail().signals(),
                                lent.mail().deliveries(),
                                new SourceLimits(
                                        lent.config().delivery().ackedItemRetention(),
                                        lent.config().delivery().eventRetention()),
                                Echo.NONE,
                                this::operations),
                        SourceConfigs::check);
        Keys keys = (_, _, _) -> Optional.empty();
        this.ingress =
                new IngressEndpoints(
                        new Doors(
                                sources.sources(), sources.events(), keys, lent.supplies().clock()),
                        lent.supplies().clock());
        this.polling =
                new GitHubPolling(
                        lent.supplies(),
                        sources.sources(),
                        sources.events(),
                        keys,
                        wires,
                        new Leases(
                                lent.supplies().database(),
                                lent.supplies().clock(),
                                lent.config().server().workerId(),
                                "event_source"));
        lent.mail().mailboxes().onSettled(sources::settled);
    }

    /// The names of what can be done at a handle.
    private List<String> operations(DeliveryHandle handle) {
        return providers
                .byName(handle.provider())
                .flatMap(provider -> provider.surface(handle.surface()))
                .map(surface -> surface.operations().stream().map(Operation::name).toList())
                .orElse(List.of());
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
        return List.of(
                new SourceEndpoints(sources, polling::poll).routes(),
                new SourceSubscriptionEndpoints(sources).routes(),
                new SourceInboxEndpoints(sources, json).routes(),
                ingress.routes());
    }

    Providers providers() {
        return providers;
    }

    Wires wires() {
        return wires;
    }

    /// Begins what goes on by itself.
    void start(Parts parts, Sweeps sweeps) {
        parts.add(sources).start(sweeps);
        parts.add(polling).start();
    }
}
