package dev.waybill.server.node;

import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.ContextUpdate;
import dev.waybill.server.delivery.Item;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.http.socket.CloseCode;
import dev.waybill.server.http.socket.Socket;

/// The socket of a node that hosts many agents. Such nodes take nothing after a hole and know no `context.update`.
final class BrokerChannel implements NodeLink {
    private final Socket socket;
    private final Frames frames;
    private volatile boolean settlesByReceipt;

    BrokerChannel(Socket socket, Frames frames) {
        this.socket = socket;
        this.frames = frames;
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
    public boolean skip(Addressee agent, long number) throws InterruptedException {
        return socket.send(frames.settled(agent, number));
    }

    @Override
    public boolean announce(Addressee agent, Item.Letter letter) {
        return true;
    }

    @Override
    public boolean signal(Addressee agent, Signal signal) throws InterruptedException {
        return socket.send(frames.signal(agent, signal));
    }

    @Override
    public boolean update(Addressee agent, ContextUpdate update) {
        return true;
    }

    @Override
    public void abandon() {
        socket.close(CloseCode.POLICY, "too slow");
    }

    @Override
    public boolean announcesAll() {
        return false;
    }

    @Override
    public boolean settlesByReceipt() {
        return settlesByReceipt;
    }

    @Override
    public boolean countsWithoutHoles() {
        return !settlesByReceipt;
    }
}
