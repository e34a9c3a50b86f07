package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.mcp.McpEndpoint;
import dev.waybill.server.mcp.McpLimits;
import dev.waybill.server.mcp.tool.RelayOffer;
import dev.waybill.server.sweep.Sweeps;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// The wiring of what MCP hosts reach.
final class Hosts {
    private static final Duration SWEEP = Duration.ofSeconds(5);

    private final Followers followers;
    private final RelayOffer offer;
    private final McpEndpoint endpoint;

    /// What the rest of the server lends.
    record Lent(
            Json json,
            InstantSource clock,
            Authenticator authenticator,
            ActionSet actions,
            Mail mail,
            Ledger ledger,
            LedgerTail tail,
            boolean network) {}

    Hosts(Lent lent, RouteTable routes) {
        this.followers = new Followers(lent.ledger());
        this.offer =
                new RelayOffer(
                        new RelayOffer.Parts(
                                new LocalCalls(routes, new CoreFaults(), lent.json()),
                                lent.json(),
                                lent.clock(),
                                lent.actions(),
                                lent.mail().mailboxes(),
                                lent.tail(),
                                followers,
                                lent.network()));
        this.endpoint =
                new McpEndpoint(
                        offer,
                        new McpEndpoint.Setup(
                                lent.json(),
                                lent.authenticator(),
                                new CoreFaults(),
                                Product.version(),
                                McpLimits.DEFAULTS,
                                Set.of(),
                                System::nanoTime));
    }

    RelayOffer offer() {
        return offer;
    }

    RouteTable.Section routes() {
        return endpoint.routes();
    }

    void start(Parts parts, Sweeps sweeps) {
        parts.add(followers);
        parts.add(endpoint);
        sweeps.every(SWEEP, "mcp sessions", endpoint::sweep);
    }
}
