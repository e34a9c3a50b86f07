package dev.waybill.server.node;

import dev.waybill.protocol.message.SendRequest;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.fleet.DirectNode;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.message.Outgoing;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Settled;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Takes `message.send` frames: many may be under way, they are written in the order they came, and each is answered when
/// it is durable.
final class Sending {
    /// How many sends of one connection may wait for their answers; the next is not read before one is answered.
    private static final int UNDER_WAY = 1024;

    private final NodeDesk desk;
    private final Frames frames;
    private final Connection peer;
    private final Optional<DirectNode> direct;
    private final Semaphore room = new Semaphore(UNDER_WAY);

    Sending(NodeDesk desk, Frames frames, Connection peer, Optional<DirectNode> direct) {
        this.desk = desk;
        this.frames = frames;
        this.peer = peer;
        this.direct = direct;
    }

    void send(NodeFrame frame, String id) {
        Caller.Agent sender = sender(frame);
        Outgoing outgoing = outgoing(frame);
        RequestKey key = key(frame, sender, outgoing);
        room.acquireUninterruptibly();
        try {
            desk.database()
                    .submit(
                            tx -> desk.messages().send(tx, sender, outgoing, key),
                            new Answering(id));
        } catch (RuntimeException e) {
            room.release();
            throw e;
        }
    }

    private Caller.Agent sender(NodeFrame frame) {
        Line line =
                direct.isPresent()
                        ? peer.onlyLine()
                        : peer.line(NodeSocket.required("from", frame.from()));
        if (line == null) {
            throw new Refusal(
                    Reason.AGENT_NOT_FOUND,
                    "Agent \"" + frame.from() + "\" is not hosted on this connection");
        }
        Addressee agent = line.agent();
        return new Caller.Agent(agent.workspace(), agent.id(), agent.name());
    }

    private static Outgoing outgoing(NodeFrame frame) {
        return Outgoing.of(
                new SendRequest(
                        frame.channel(),
                        frame.to(),
                        frame.conversationId(),
                        frame.replyTo(),
                        NodeSocket.required("text", frame.text()),
                        frame.blocks(),
                        frame.data(),
                        frame.mode(),
                        frame.attachments(),
                        null,
                        null,
                        null));
    }

    private static @Nullable RequestKey key(
            NodeFrame frame, Caller.Agent sender, Outgoing outgoing) {
        return frame.idempotencyKey() == null
                ? null
                : new RequestKey(
                        sender.workspace(),
                        sender.agent().text(),
                        outgoing.scope(),
                        frame.idempotencyKey(),
                        fingerprint(outgoing));
    }

    private static String fingerprint(Outgoing outgoing) {
        try {
            byte[] content = outgoing.toString().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256", e);
        }
    }

    /// Answers one send; called by the thread that commits, so the writing is left to the outbox.
    private final class Answering implements Settled<Answered> {
        private final String id;

        Answering(String id) {
            this.id = id;
        }

        @Override
        public void done(Answered answered) {
            answer(() -> frames.reply(id, answered.data()));
        }

        @Override
        public void failed(Throwable reason) {
            answer(() -> refusal(reason));
        }

        private byte[] refusal(Throwable reason) {
            return switch (reason) {
                case Refusal refusal -> frames.error(id, refusal.reason().wire(), refusal.detail());
                case StoreException store -> frames.error(id, "unavailable", store.kind().words());
                default -> frames.error(id, "internal_error", "The message was not sent");
            };
        }

        private void answer(Supplier<byte[]> frame) {
            peer.outbox()
                    .add(
                            () -> {
                                room.release();
                                return frame.get();
                            });
        }
    }
}
