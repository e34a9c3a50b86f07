package dev.waybill.server.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.DirectId;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.api.SendEnvelope;
import dev.waybill.protocol.network.api.SentEnvelope;
import dev.waybill.protocol.network.json.NotJson;
import dev.waybill.protocol.network.json.ObjectText;
import dev.waybill.protocol.network.json.RawJson;
import dev.waybill.protocol.network.text.Shown;
import dev.waybill.protocol.network.wire.Reading;
import dev.waybill.protocol.network.work.WorkStep;
import dev.waybill.server.network.TimelineTable.Kept;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes what agents say to be sent: held against the same rules as what comes from others, kept, and then published. What
/// was taken is never lost; under one id only one thing is said.
final class Sending {
    private final Supplies supplies;
    private final Wire wire;
    private final Names names;
    private final Sessions sessions;
    private final Roster roster;
    private final Neighbours neighbours;
    private final Timeline timeline;
    private final Works works;
    private final Mailroom mailroom;
    private final OutboxTable waiting = new OutboxTable();

    Sending(
            Supplies supplies,
            Wire wire,
            Names names,
            Sessions sessions,
            Roster roster,
            Neighbours neighbours,
            Timeline timeline,
            Works works,
            Mailroom mailroom) {
        this.supplies = supplies;
        this.wire = wire;
        this.names = names;
        this.sessions = sessions;
        this.roster = roster;
        this.neighbours = neighbours;
        this.timeline = timeline;
        this.works = works;
        this.mailroom = mailroom;
    }

    NetworkDesk.Sent send(Caller caller, SendEnvelope wish) {
        LocalPeer from = sessions.require(caller, wish.sessionId());
        if (wish.channel() != null && !wish.channel().equals(from.scope().channel().value())) {
            throw new Refusal(
                    Reason.NETWORK_SESSION_NOT_FOUND,
                    "Session " + from.session() + " is in channel " + from.scope().channel());
        }
        Instant now = supplies.clock().instant();
        Letter letter = Letter.of(envelope(from, wish, now), wire);
        if (letter.trace().size() > wire.profile().maxBytes()) {
            throw new Refusal(
                    Reason.NETWORK_PAYLOAD_TOO_LARGE,
                    "The envelope has %d bytes, more than %d"
                            .formatted(letter.trace().size(), wire.profile().maxBytes()));
        }
        return supplies.database().write(tx -> send(tx, from, letter, now));
    }

    private NetworkDesk.Sent send(Tx tx, LocalPeer from, Letter letter, Instant now) {
        Optional<Kept> before = timeline.find(tx, from.workspace(), letter.key());
        if (before.isPresent()) {
            return repeated(tx, from, letter, before.get());
        }
        present(from, letter.envelope(), now);
        WorkStep step = allowed(works.step(tx, from.workspace(), letter.envelope()));
        mailroom.send(tx, from, letter, step, now);
        return new NetworkDesk.Sent(sent(from, letter, state(tx, from, letter)), true);
    }

    private String state(Tx tx, LocalPeer from, Letter letter) {
        return timeline.find(tx, from.workspace(), letter.key())
                        .filter(kept -> waiting.has(tx, kept.id()))
                        .isPresent()
                ? "queued"
                : "sent";
    }

    /// The same said again under its id is said once; something else is refused.
    private NetworkDesk.Sent repeated(Tx tx, LocalPeer from, Letter letter, Kept kept) {
        if (!kept.content().equals(Timeline.content(letter.envelope()))) {
            throw new Refusal(
                    Reason.NETWORK_ID_CONFLICT,
                    "Something else was sent under the id "
                            + Shown.quoted(letter.envelope().id().value()));
        }
        Letter first = wire.read(kept.envelope()).map(one -> Letter.of(one, wire)).orElse(letter);
        return new NetworkDesk.Sent(sent(from, first, state(tx, from, first)), false);
    }

    private Envelope envelope(LocalPeer from, SendEnvelope wish, Instant now) {
        if (Kind.GREET.wire().equals(wish.kind())) {
            throw new Refusal(
                    Reason.NETWORK_ENVELOPE_INVALID,
                    "kind: peers here are greeted for by the server");
        }
        byte[] document = document(from, wish, now).text().getBytes(UTF_8);
        return switch (wire.reader().read(document, wire.freshness(), now)) {
            case Reading.Accepted(var envelope, var _) -> within(wire.here(envelope), now);
            case Reading.Rejected rejected -> throw invalid(rejected.reason(), rejected.detail());
        };
    }

    private Envelope within(Envelope envelope, Instant now) {
        if (wire.outlives(envelope, now)) {
            throw invalid(
                    ReasonCode.MALFORMED,
                    "expires_at is further away than %s".formatted(wire.maxLifetime()));
        }
        return envelope;
    }

    /// As it would come from outside, so that one set of rules holds for both.
    private RawJson document(LocalPeer from, SendEnvelope wish, Instant now) {
        String id = wish.id() == null ? names.message().value() : wish.id();
        String workspace = Wire.column(from.scope());
        ObjectText text =
                new ObjectText()
                        .put("protocol", wire.profile().protocol())
                        .put("id", id)
                        .putSome("workspace_id", workspace.isEmpty() ? null : workspace)
                        .put("kind", wish.kind())
                        .put("channel", from.scope().channel().value())
                        .putSome("surface", wish.surface())
                        .putSome("thread_id", wish.threadId())
                        .putSome("direct_id", room(from, wish))
                        .put("from", from.peer().value())
                        .putSome("to", wish.to())
                        .putSome("work_id", wish.workId())
                        .putSome("interaction_id", wish.interactionId())
                        .putSome("reply_to", wish.replyTo())
                        .putSome("trace_id", wish.traceId())
                        .putSome("causation_id", wish.causationId())
                        .put("ts", now.getEpochSecond())
                        .putSome("expires_at", wish.expiresAt())
                        .put("body", raw(wish.body()));
        return wish.ext() == null ? text.done() : text.put("ext", raw(wish.ext())).done();
    }

    /// The name of a direct room follows from who is in it, so it need not be given; a wrong one is not sent.
    private @Nullable String room(LocalPeer from, SendEnvelope wish) {
        if (!"direct".equals(wish.surface()) || wish.to() == null) {
            return wish.directId();
        }
        try {
            return DirectId.between(
                            wire.profile(), from.scope(), from.peer(), new PeerId(wish.to()))
                    .value();
        } catch (IllegalArgumentException _) {
            return wish.directId();
        }
    }

    private static RawJson raw(JsonNode node) {
        try {
            return RawJson.of(node.toString());
        } catch (NotJson e) {
            throw invalid(ReasonCode.MALFORMED, "body: " + e.getMessage());
        }
    }

    /// Whoever it is for has to have shown itself.
    private void present(LocalPeer from, Envelope envelope, Instant now) {
        PeerId to = envelope.to();
        if (to != null
                && roster.find(from.scope(), to).isEmpty()
                && neighbours.find(from.scope(), to, now).isEmpty()) {
            throw new Refusal(
                    Reason.NETWORK_PEER_NOT_FOUND,
                    "Peer \"%s\" has not shown itself in channel %s"
                            .formatted(to, from.scope().channel()));
        }
    }

    private static WorkStep allowed(WorkStep step) {
        return switch (step) {
            case WorkStep.Ignored(var detail) ->
                    throw new Refusal(Reason.NETWORK_WORK_NOT_FOUND, "work_id: " + detail);
            case WorkStep.Refused(var reason, var detail) -> throw refused(reason, detail);
            case WorkStep.Opened _,
                    WorkStep.Moved _,
                    WorkStep.Unchanged _,
                    WorkStep.Unconcerned _ ->
                    step;
        };
    }

    private static Refusal refused(ReasonCode reason, String detail) {
        return switch (reason) {
            case WORK_CLOSED, INTERACTION_CLOSED ->
                    new Refusal(Reason.NETWORK_WORK_CLOSED, "work_id: " + detail);
            case WORK_CONTAINER_MISMATCH ->
                    new Refusal(Reason.NETWORK_CONTAINER_MISMATCH, "work_id: " + detail);
            default -> invalid(reason, detail);
        };
    }

    private static Refusal invalid(ReasonCode reason, String detail) {
        return new Refusal(
                Reason.NETWORK_ENVELOPE_INVALID,
                detail,
                Facts.at(Json.emptyObject().put("reason_code", reason.wire())));
    }

    private static SentEnvelope sent(LocalPeer from, Letter letter, String state) {
        Envelope envelope = letter.envelope();
        String container = Decision.container(envelope);
        String surface =
                envelope.content() instanceof Content.Placed placed
                        ? placed.place().surface()
                        : null;
        String scope = Wire.column(from.scope());
        return new SentEnvelope(
                envelope.id().value(),
                from.session(),
                envelope.scope().channel().value(),
                scope.isEmpty() ? null : scope,
                envelope.kind().wire(),
                surface,
                "thread".equals(surface) ? container : null,
                "direct".equals(surface) ? container : null,
                envelope.from().value(),
                text(envelope.to()),
                text(envelope.work()),
                text(envelope.links().replyTo()),
                text(envelope.links().traceId()),
                text(envelope.links().causationId()),
                envelope.ts(),
                envelope.expiresAt(),
                state,
                letter.trace().size());
    }

    private static @Nullable String text(@Nullable Object value) {
        return Objects.toString(value, null);
    }
}
