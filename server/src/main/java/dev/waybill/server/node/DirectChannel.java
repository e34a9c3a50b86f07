package dev.waybill.server.node;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.http.socket.CloseCode;
import dev.waybill.server.http.socket.Socket;
import tools.jackson.databind.node.ObjectNode;

/// The socket of an agent's own session. It counts as the mailbox does and does not mind holes.
final class DirectChannel implements NodeLink {
    private final Socket socket;
    private final Frames frames;
    private volatile boolean announcesAll;
    private volatile boolean settlesByReceipt;

    DirectChannel(Socket socket, Frames frames) {
        this.socket = socket;
        this.frames = frames;
    }

    /// From now on each delivery is announced before it comes.
    void announceAll() {
        announcesAll = true;
    }

    @Override
    public void settleByReceipt() {
        settlesByReceipt = true;
    }

    @Override
    public boolean deliver(Addressee agent, long number, Item.Letter letter)
            throws InterruptedException {
        return socket.send(
                settlesByReceipt
                        ? frames.deliverWithContext(agent, number, letter)
                        : frames.deliver(agent, number, letter));
    }

    @Override
    public boolean skip(Addressee agent, long number) {
        return true;
    }

    @Override
    public boolean announce(Addressee agent, Item.Letter letter) throws InterruptedException {
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", letter.delivery().value());
        data.put("message_id", letter.message().text());
        data.put("channel_id", letter.channel());
        data.put("reason", letter.reason());
        return update(
                agent,
                new ContextUpdate(ContextUpdate.Topic.AGENT, "delivery.accepted", null, data));
    }

    @Override
    public boolean signal(Addressee agent, Signal signal) throws InterruptedException {
        return socket.send(frames.signal(agent, signal));
    }

    @Override
    public boolean update(Addressee agent, ContextUpdate update) throws InterruptedException {
        return socket.send(frames.update(agent.id(), update));
    }

    @Override
    public void abandon() {
        socket.close(CloseCode.POLICY, "too slow");
    }

    @Override
    public boolean announcesAll() {
        return announcesAll && !settlesByReceipt;
    }

    @Override
    public boolean settlesByReceipt() {
        return settlesByReceipt;
    }

    @Override
    public boolean countsWithoutHoles() {
        return false;
    }
}
