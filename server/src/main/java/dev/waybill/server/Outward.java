package dev.waybill.server;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.attempt.AttemptSet;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.attempt.Permits;
import dev.waybill.server.attempt.PolicyPermits;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.credential.OutboundPolicy;
import dev.waybill.server.credential.SealKey;
import dev.waybill.server.credential.Vault;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.http.api.CredentialEndpoints;
import dev.waybill.server.http.api.IngressEndpoints;
import dev.waybill.server.http.api.OutboundEndpoints;
import dev.waybill.server.http.api.SourceEndpoints;
import dev.waybill.server.http.api.SourceInboxEndpoints;
import dev.waybill.server.http.api.SourceSubscriptionEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ingress.Doors;
import dev.waybill.server.ingress.GitHubPolling;
import dev.waybill.server.ingress.SourceConfigs;
import dev.waybill.server.ingress.WebhookSenders;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.policy.OutboundRules;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.source.SourceLimits;
import dev.waybill.server.source.SourceSet;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.ReadTx;
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
    private final SourceSet sources;
    private final IngressEndpoints ingress;
    private final GitHubPolling polling;
    private final Json json;
    private final Vault vault;
    private final OutboundPolicy policy;
    private final AttemptSet attempts;
    private final RouteTable.Section attemptRoutes;

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
            Redactor redactor,
            Outside outside) {}

    Outward(Lent lent) {
        this.providers = new Providers(all(lent.outside()));
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
                                this::ours,
                                this::operations),
                        SourceConfigs::check);
        lent.mail().mailboxes().onSettled(sources::settled);
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
        this.attempts =
                AttemptSet.over(
                        new AttemptSet.Lent(
                                lent.supplies(),
                                lent.ledger(),
                                lent.metrics(),
                                providers,
                                wires,
                                keys(lent.outside()),
                                permits(lent),
                                origins(lent.outside()),
                                limits(lent),
                                lent.config().server().workerId()));
        this.attemptRoutes = new OutboundEndpoints(attempts, lent.supplies().json()).routes();
        this.ingress =
                new IngressEndpoints(
                        new Doors(
                                sources.sources(),
                                sources.events(),
                                keys(lent.outside()),
                                lent.supplies().clock()),
                        lent.supplies().clock());
        this.polling = polling(lent);
    }

    private GitHubPolling polling(Lent lent) {
        return new GitHubPolling(
                lent.supplies(),
                sources.sources(),
                sources.events(),
                keys(lent.outside()),
                wires,
                new Leases(
                        lent.supplies().database(),
                        lent.supplies().clock(),
                        lent.config().server().workerId(),
                        "event_source"));
    }

    /// What was made elsewhere from here is no news.
    private boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String resource) {
        return attempts.ownWork().ours(tx, workspace, provider, resource);
    }

    private Origins origins(Outside outside) {
        return outside.origins() == null ? sources.provenance() : outside.origins();
    }

    /// The names of what can be done at a handle.
    private List<String> operations(DeliveryHandle handle) {
        return providers
                .byName(handle.provider())
                .flatMap(provider -> provider.surface(handle.surface()))
                .map(surface -> surface.operations().stream().map(Operation::name).toList())
                .orElse(List.of());
    }

    private static List<Provider> all(Outside outside) {
        List<Provider> all = new ArrayList<>(outside.providers());
        all.add(new WebhookSenders());
        return all;
    }

    private Keys keys(Outside outside) {
        return outside.keys() == null ? vault::find : outside.keys();
    }

    private Permits permits(Lent lent) {
        return lent.outside().permits() == null
                ? new PolicyPermits(policy, lent.supplies())
                : lent.outside().permits();
    }

    private static AttemptLimits limits(Lent lent) {
        OutboundConfig outbound = lent.config().outbound();
        return lent.outside().limits().with(outbound.spacing(), outbound.lenient());
    }

    RouteTable addTo(RouteTable table) {
        List<RouteTable.Section> all = new ArrayList<>(table.sections());
        all.addAll(sections());
        return new RouteTable(all);
    }

    private List<RouteTable.Section> sections() {
        return List.of(
                new CredentialEndpoints(vault).routes(),
                attemptRoutes,
                new SourceEndpoints(sources, polling::poll).routes(),
                new SourceSubscriptionEndpoints(sources).routes(),
                new SourceInboxEndpoints(sources, json).routes(),
                ingress.routes());
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
    void start(Parts parts, Sweeps sweeps) {
        parts.add(attempts.engine()).start(sweeps);
        parts.add(sources).start(sweeps);
        parts.add(polling).start();
    }
}
