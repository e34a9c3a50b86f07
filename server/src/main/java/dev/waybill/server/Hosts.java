package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.http.route.LocalCalls;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.mcp.tool.RelayOffer;
import java.time.InstantSource;

/// The wiring of what MCP hosts reach.
final class Hosts {
    private final Followers followers;
    private final RelayOffer offer;

    /// What the rest of the server lends.
    record Lent(
            Json json,
            InstantSource clock,
            ActionSet actions,
            Mail mail,
            Ledger ledger,
            LedgerTail tail) {}

    Hosts(Lent lent, RouteTable routes) {
        this.followers = new Followers(lent.ledger());
        this.offer =
                new RelayOffer(
                        new RelayOffer.Parts(
                                new LocalCalls(routes, new CoreFaults(), lent.json()),
                                lent.json(),
                                lent.clock(),
                                lent.actions().actions(),
                                action -> action.inputSchema(),
                                (caller, action, input, wait) -> {
                                    throw new IllegalStateException("not yet");
                                },
                                lent.mail().mailboxes(),
                                lent.tail(),
                                followers));
    }

    RelayOffer offer() {
        return offer;
    }

    void start(Parts parts) {
        parts.add(followers);
    }
}
