package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.server.attempt.Keys;
import dev.waybill.server.attempt.Origins;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.http.api.IngressEndpoints;
import dev.waybill.server.http.api.SourceEndpoints;
import dev.waybill.server.http.api.SourceInboxEndpoints;
import dev.waybill.server.http.api.SourceSubscriptionEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ingress.Doors;
import dev.waybill.server.ingress.GitHubPolling;
import dev.waybill.server.ingress.ReadingKeys;
import dev.waybill.server.ingress.SourceConfigs;
import dev.waybill.server.ingress.mail.MailFeeds;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.source.Echo;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.Polls;
import dev.waybill.server.source.SourceLimits;
import dev.waybill.server.source.SourceSet;
import dev.waybill.server.source.SourceType;
import dev.waybill.server.sweep.Sweeps;
import java.util.List;

/// The wiring of what comes from outside: sources, and whoever reads them.
final class Inward {
    private final Providers providers;
    private final SourceSet sources;
    private final MailFeeds mailboxes;
    private final GitHubPolling repositories;
    private final IngressEndpoints doors;
    private final Json json;

    Inward(
            Outward.Lent lent,
            Providers providers,
            Wires wires,
            MailDoor door,
            Keys keys,
            Echo echo) {
        this.providers = providers;
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
                                        lent.config().delivery().eventRetention(),
                                        lent.config().delivery().inboxLimit()),
                                echo,
                                this::operations,
                                lent.metrics()),
                        SourceConfigs::check);
        lent.mail().mailboxes().onSettled(sources::settled);
        ReadingKeys reading = new ReadingKeys(lent.supplies().database(), keys);
        this.mailboxes =
                new MailFeeds(
                        lent.supplies().database(),
                        lent.supplies().clock(),
                        sources.sources(),
                        sources.events(),
                        leases(lent),
                        (workspace, name) -> reading.find(workspace, SourceType.EMAIL.host(), name),
                        door);
        this.repositories =
                new GitHubPolling(
                        lent.supplies(),
                        sources.sources(),
                        sources.events(),
                        reading,
                        wires,
                        leases(lent));
        this.doors =
                new IngressEndpoints(
                        new Doors(
                                sources.sources(), sources.events(), keys, lent.supplies().clock()),
                        lent.supplies().clock());
    }

    private static Leases leases(Outward.Lent lent) {
        return new Leases(
                lent.supplies().database(),
                lent.supplies().clock(),
                lent.config().server().workerId(),
                "event_source");
    }

    /// Goes and looks what is new at a source.
    private SourcePolled poll(KeptSource source) {
        return switch (source.type()) {
            case EMAIL -> mailboxes.poll(source);
            case GITHUB_REPO, GITHUB_REPO_CI -> repositories.poll(source);
            case LOCAL_EVENT, FEISHU_BOT, WEBHOOK -> Polls.nothing(source);
        };
    }

    /// The names of what can be done at a handle.
    private List<String> operations(DeliveryHandle handle) {
        return providers
                .byName(handle.provider())
                .flatMap(provider -> provider.surface(handle.surface()))
                .map(surface -> surface.operations().stream().map(Operation::name).toList())
                .orElse(List.of());
    }

    Origins origins() {
        return sources.origins();
    }

    List<RouteTable.Section> sections() {
        return List.of(
                new SourceEndpoints(sources, this::poll).routes(),
                new SourceSubscriptionEndpoints(sources).routes(),
                new SourceInboxEndpoints(sources, json).routes(),
                doors.routes());
    }

    void start(Parts parts, Sweeps sweeps) {
        parts.add(sources).start(sweeps);
        parts.add(mailboxes).start(sweeps);
        parts.add(repositories).start();
    }
}
