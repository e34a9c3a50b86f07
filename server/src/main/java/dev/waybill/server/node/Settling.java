package dev.waybill.server.node;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.DeliveryIds;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.delivery.Report;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Takes `delivery.receipt` frames: what became of a delivery of an agent that this connection carries.
final class Settling {
    private final NodeDesk desk;
    private final Pipeline pipeline;
    private final Connection peer;
    private final Set<AgentId> known = new HashSet<>();

    Settling(NodeDesk desk, Pipeline pipeline, Connection peer) {
        this.desk = desk;
        this.pipeline = pipeline;
        this.peer = peer;
    }

    void settle(NodeFrame frame, String id) {
        String delivery = NodeSocket.required("delivery_id", frame.deliveryId());
        Report report = Report.of(frame.receipt());
        Line line =
                DeliveryIds.parse(delivery)
                        .flatMap(parsed -> Optional.ofNullable(peer.line(parsed.agent())))
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.DELIVERY_NOT_FOUND,
                                                "Delivery \"" + delivery + "\" not found"));
        Addressee agent = line.agent();
        if (known.add(agent.id())) {
            desk.book().settlesSingly(agent.id());
        }
        DeliveryBook.Holder holder = new DeliveryBook.Holder(agent.workspace(), agent.id());
        pipeline.submit(id, tx -> desk.book().settle(tx, holder, delivery, report));
    }
}
