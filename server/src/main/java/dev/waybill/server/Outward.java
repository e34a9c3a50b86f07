package dev.waybill.server;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.attempt.AttemptLimits;
import dev.waybill.server.attempt.AttemptSet;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.attempt.Permits;
import dev.waybill.server.attempt.PolicyPermits;
import dev.waybill.server.attempt.VaultKeys;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.OutboundConfig;
import dev.waybill.server.config.ProvidersConfig;
import dev.waybill.server.credential.Operators;
import dev.waybill.server.credential.OutboundPolicy;
import dev.waybill.server.credential.SealKey;
import dev.waybill.server.credential.Vault;
import dev.waybill.server.http.api.CredentialEndpoints;
import dev.waybill.server.http.api.OutboundEndpoints;
import dev.waybill.server.http.api.ReportEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.policy.OutboundRules;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The wiring of what is outside: the events that come from there, and the answers that go there.
final class Outward {
    private static final Duration SELDOM = Duration.ofMinutes(10);

    private final Providers providers;
    private final Wires wires;
    private final Vault vault;
    private final OutboundPolicy policy;
    private final AttemptSet attempts;
    private final RouteTable.Section attemptRoutes;
    private final RouteTable.Section reportRoutes;
    private final Inward inward;
    private final Duration retention;

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
        ProvidersConfig settings = lent.config().providers();
        MailDoor door = new MailDoor(lent.guard(), lent.config().outbound().timeout());
        KnownProviders known =
                KnownProviders.of(
                        lent.supplies().json(),
                        lent.supplies().clock(),
                        door,
                        settings.declarations());
        this.providers = new Providers(all(known, lent.outside()));
        this.wires =
                new Wires(
                        lent.guard(),
                        lent.config().outbound().timeout(),
                        lent.redactor(),
                        lent.supplies().clock());
        this.vault =
                new Vault(
                        lent.supplies(),
                        lent.ledger(),
                        providers,
                        SealKey.find(settings.key(), lent.folder(), lent.supplies().random()),
                        operators(lent.config(), known));
        this.policy =
                new OutboundPolicy(
                        OutboundRules.of(settings.rules()), settings.approveDestructive());
        this.inward = new Inward(lent, providers, wires, door, keys(lent.outside()), this::ours);
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
        this.retention = lent.config().outbound().retention();
        this.reportRoutes =
                new ReportEndpoints(attempts.reports(), lent.supplies().clock()).routes();
        this.attemptRoutes = new OutboundEndpoints(attempts, lent.supplies().json()).routes();
    }

    private static Operators operators(Config config, KnownProviders known) {
        ProvidersConfig settings = config.providers();
        return Operators.of(
                known.operators(settings.credentials()),
                settings.workspaces() == null
                        ? Operators.usual(config.access().openWorkspaces())
                        : settings.workspaces());
    }

    /// Whether what an event tells of was done from here.
    private boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String id) {
        return attempts.ownWork().ours(tx, workspace, provider, id);
    }

    /// What is given stands in for what is built in.
    private static List<Provider> all(KnownProviders known, Outside outside) {
        Set<String> given =
                outside.providers().stream()
                        .map(Provider::name)
                        .collect(Collectors.toUnmodifiableSet());
        Stream<Provider> own =
                Stream.of(known.builtIn(), known.declared())
                        .<Provider>flatMap(List::stream)
                        .filter(provider -> !given.contains(provider.name()));
        return Stream.concat(outside.providers().stream(), own).toList();
    }

    private Keys keys(Outside outside) {
        return outside.keys() == null ? new VaultKeys(vault) : outside.keys();
    }

    private Origins origins(Outside outside) {
        return outside.origins() == null ? inward.origins() : outside.origins();
    }

    private Permits permits(Lent lent) {
        return lent.outside().permits() == null
                ? new PolicyPermits(policy, lent.supplies().json())
                : lent.outside().permits();
    }

    private static AttemptLimits limits(Lent lent) {
        OutboundConfig outbound = lent.config().outbound();
        return lent.outside()
                .limits()
                .with(outbound.spacing(), outbound.lenient(), outbound.maxQueued());
    }

    RouteTable addTo(RouteTable table) {
        List<RouteTable.Section> all = new ArrayList<>(table.sections());
        all.addAll(sections());
        return new RouteTable(all);
    }

    private List<RouteTable.Section> sections() {
        List<RouteTable.Section> own = new ArrayList<>(inward.sections());
        own.add(attemptRoutes);
        own.add(reportRoutes);
        own.add(new CredentialEndpoints(vault).routes());
        return own;
    }

    /// Begins what goes on by itself.
    void start(Parts parts, Sweeps sweeps) {
        parts.add(attempts.engine()).start();
        sweeps.every(SELDOM, "old attempts", () -> attempts.sweep().sweep(retention));
        sweeps.every(SELDOM, "credentials of nobody", vault::sweep);
        inward.start(parts, sweeps);
    }
}
