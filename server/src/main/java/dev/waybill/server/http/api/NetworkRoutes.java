package dev.waybill.server.http.api;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.network.NetworkDesk;
import dev.waybill.server.network.read.NetworkReads;
import java.util.List;

/// Every route of the agent network.
public final class NetworkRoutes {
    private final List<RouteTable.Section> sections;

    public NetworkRoutes(NetworkDesk desk, NetworkReads reads, Json json) {
        this.sections =
                List.of(
                        new NetworkEndpoints(desk, reads.inbox()).routes(),
                        new NetworkPeerEndpoints(desk, reads.channels()).routes(),
                        new NetworkConversationEndpoints(desk, reads).routes(),
                        new NetworkAuditEndpoints(reads.audit(), json).routes());
    }

    public List<RouteTable.Section> sections() {
        return sections;
    }
}
