package dev.waybill.server.node;

import dev.waybill.protocol.delivery.DeliveryTerms;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.message.SendRequest;
import dev.waybill.protocol.node.NodeFrame;
import dev.waybill.server.delivery.Addressee;
import dev.waybill.server.delivery.Line;
import dev.waybill.server.fleet.DirectNode;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.message.Outgoing;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.workspace.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Takes `message.send` frames.
final class Sending {
    private final NodeDesk desk;
    private final Pipeline pipeline;
    private final Connection peer;
    private final Optional<DirectNode> direct;

    Sending(NodeDesk desk, Pipeline pipeline, Connection peer, Optional<DirectNode> direct) {
        this.desk = desk;
        this.pipeline = pipeline;
        this.peer = peer;
        this.direct = direct;
    }

    void send(NodeFrame frame, String id) {
        Caller.Agent sender = sender(frame);
        Outgoing outgoing = outgoing(frame);
        RequestKey key = key(frame, sender, outgoing);
        AnswerForm wanted = Objects.requireNonNullElse(frame.answer(), AnswerForm.WHOLE);
        pipeline.submit(
                id,
                desk.messages()
                        .sending(sender, outgoing, key)
                        .then(answered -> desk.messages().in(wanted, answered).data()));
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
        DeliveryTerms terms = frame.terms();
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
                        null,
                        terms.deliveryMode(),
                        terms.reason(),
                        terms.priority(),
                        terms.deadline(),
                        terms.ttlMs(),
                        terms.deliveryMetadata()));
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
}
