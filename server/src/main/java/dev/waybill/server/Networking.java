package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.Config;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.http.api.NetworkRoutes;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.network.Network;
import dev.waybill.server.network.NetworkDesk;
import dev.waybill.server.network.NoNetwork;
import dev.waybill.server.network.read.AuditSweep;
import dev.waybill.server.network.read.ConversationSweep;
import dev.waybill.server.network.read.NetworkReads;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.network.transport.Transports;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The wiring of the agent network. Where it is switched off, what it knows can still be read.
final class Networking {
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final Duration SELDOM = Duration.ofMinutes(10);

    private final Config config;
    private final AuditSweep audit;
    private final Optional<ConversationSweep> conversations;
    private final @Nullable Network network;
    private final NetworkRoutes routes;

    /// What the rest of the server lends.
    record Lent(
            Config config,
            Supplies supplies,
            Ledger ledger,
            Mail mail,
            Presence presence,
            MeterRegistry metrics,
            Json json) {}

    Networking(Lent lent) {
        this.config = lent.config();
        Waits<String> arrivals = Waits.over(lent.supplies().database());
        NetworkReads reads =
                NetworkReads.over(
                        lent.supplies().database(),
                        config.network(),
                        lent.supplies().clock(),
                        arrivals);
        this.audit =
                new AuditSweep(
                        lent.supplies().database(),
                        lent.supplies().clock(),
                        config.network().auditRetention());
        this.conversations =
                config.network()
                        .kept()
                        .map(
                                time ->
                                        new ConversationSweep(
                                                lent.supplies().database(),
                                                lent.supplies().clock(),
                                                time));
        this.network = config.network().enabled() ? network(lent, arrivals) : null;
        NetworkDesk desk = network == null ? new NoNetwork(config.network()) : network.desk();
        this.routes = new NetworkRoutes(desk, reads, lent.json());
    }

    private static Network network(Lent lent, Waits<String> arrivals) {
        String home = Network.home(lent.supplies());
        Network network =
                new Network(
                        new Network.Lent(
                                lent.supplies(),
                                lent.config().network(),
                                transport(lent, home),
                                home,
                                lent.ledger(),
                                lent.mail().deliveries(),
                                arrivals,
                                lent.metrics()));
        lent.mail().mailboxes().onSettled(network::settled);
        lent.presence().onActivity((tx, agent, _) -> network.activity(tx, agent));
        return network;
    }

    private static Transport transport(Lent lent, String home) {
        Config config = lent.config();
        return Transports.of(
                config.network(),
                config.nats(),
                config.server().data().resolve("nats"),
                home,
                lent.metrics(),
                lent.supplies().clock());
    }

    RouteTable addTo(RouteTable table) {
        List<RouteTable.Section> all = new ArrayList<>(table.sections());
        all.addAll(routes.sections());
        return new RouteTable(all);
    }

    /// Begins what goes on by itself.
    void start(Parts parts, Sweeps sweeps) {
        sweeps.every(SWEEP, "network audit", audit::sweep);
        conversations.ifPresent(
                sweep -> sweeps.every(SELDOM, "network conversations", sweep::sweep));
        if (network != null) {
            parts.add(network).start(sweeps);
        }
    }
}
