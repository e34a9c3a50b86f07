package dev.waybill.server.network;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.ReplayKey;
import dev.waybill.protocol.network.Scope;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.identity.Identity;
import dev.waybill.protocol.network.work.Audience;
import dev.waybill.protocol.network.work.Receipts;
import dev.waybill.protocol.network.work.WorkStep;
import dev.waybill.server.network.Heard.Nonsense;
import dev.waybill.server.network.Heard.Wellformed;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides about everything that comes from the network: whom it is for, whether it was here before, what it makes of
/// work. Each decision is one row of the audit for each workspace it concerns.
final class Router {
    private final Wire wire;
    private final Snowflakes ids;
    private final Names names;
    private final Roster roster;
    private final Neighbours neighbours;
    private final Books books;
    private final Greeter greeter;
    private final Predicate<String> acceptsAtOnce;
    private final ReplayTable replay = new ReplayTable();
    private final PinTable pins = new PinTable();

    /// What is written.
    record Books(
            Timeline timeline,
            Works works,
            Queue queue,
            Turns turns,
            Outbox outbox,
            Audit audit,
            Events events,
            Tally tally) {}

    /// `acceptsAtOnce` knows the channels where work is accepted without asking the agent.
    Router(
            Wire wire,
            Snowflakes ids,
            Names names,
            Roster roster,
            Neighbours neighbours,
            Books books,
            Greeter greeter,
            Predicate<String> acceptsAtOnce) {
        this.wire = wire;
        this.ids = ids;
        this.names = names;
        this.roster = roster;
        this.neighbours = neighbours;
        this.books = books;
        this.greeter = greeter;
        this.acceptsAtOnce = acceptsAtOnce;
    }

    void decide(Tx tx, Heard heard, Instant now) {
        switch (heard) {
            case Nonsense nonsense -> refuse(tx, nonsense, now);
            case Wellformed wellformed -> admit(tx, wellformed, now);
        }
    }

    private void refuse(Tx tx, Nonsense nonsense, Instant now) {
        Optional<Envelope> receipt =
                wire.reader()
                        .receipt(nonsense.rejected(), names.message(), now.getEpochSecond())
                        .filter(one -> local(one.scope(), one.from()).isPresent());
        List<WorkspaceId> concerned =
                receipt.flatMap(one -> local(one.scope(), one.from()))
                        .map(peer -> List.of(peer.workspace()))
                        .orElseGet(() -> roster.workspaces(nonsense.in()));
        for (WorkspaceId workspace : concerned) {
            books.audit.keep(
                    tx,
                    Decision.refused(workspace, nonsense.claim(), nonsense.trace())
                            .because(
                                    nonsense.rejected().reason().wire(),
                                    nonsense.rejected().detail()));
        }
        receipt.ifPresent(one -> answer(tx, one, now));
    }

    private void admit(Tx tx, Wellformed heard, Instant now) {
        Envelope envelope = heard.letter().envelope();
        Scope scope = wire.routed(envelope.scope());
        Optional<LocalPeer> own = local(scope, envelope.from());
        if (own.isPresent() && !ours(tx, own.get(), heard.letter())) {
            if (!(envelope.content() instanceof Content.Presence)) {
                reject(
                        tx,
                        heard,
                        List.of(own.get().workspace()),
                        ReasonCode.VERIFICATION_FAILED,
                        "from is a peer of this server, which did not send it");
            }
            return;
        }
        if (wire.outlives(envelope, now)) {
            reject(
                    tx,
                    heard,
                    concerned(scope, envelope),
                    ReasonCode.MALFORMED,
                    "expires_at is further away than network.max-lifetime");
            return;
        }
        List<PeerId> here = roster.in(scope).stream().map(LocalPeer::peer).toList();
        switch (Audience.of(envelope, here, wire.profile())) {
            case Audience.NotTarget _ ->
                    reject(
                            tx,
                            heard,
                            roster.workspaces(heard.in()),
                            ReasonCode.NOT_TARGET,
                            "to is no peer of this server");
            case Audience.WrongRoom _ ->
                    reject(
                            tx,
                            heard,
                            concerned(scope, envelope),
                            ReasonCode.NOT_TARGET,
                            "direct_id is not the room of from and to");
            case Audience.Peers(var peers) -> route(tx, heard, scope, peers, now);
        }
    }

    /// Whether it was sent from here under its name. What peers here say of themselves is not kept and needs no look.
    private boolean ours(Tx tx, LocalPeer own, Letter letter) {
        return books.timeline
                .find(tx, own.workspace(), letter.key())
                .filter(kept -> kept.direction().equals(Direction.SENT.wire()))
                .isPresent();
    }

    private void route(Tx tx, Wellformed heard, Scope scope, List<PeerId> peers, Instant now) {
        Envelope envelope = heard.letter().envelope();
        if (envelope.content() instanceof Content.Greet(var card, var _)) {
            appeared(tx, heard, scope, card, now);
            return;
        }
        long until = wire.freshness().rememberUntil(envelope);
        if (!replay.first(tx, ReplayKey.of(envelope), until, now)) {
            reject(tx, heard, concerned(scope, envelope), ReasonCode.DUPLICATE, null);
            receipt(tx, scope, envelope, ReasonCode.DUPLICATE, now);
            return;
        }
        switch (envelope.content()) {
            case Content.Greet _ -> {}
            case Content.WhoisRequest(var query) ->
                    asked(tx, heard, scope, query == null ? "" : query);
            case Content.WhoisResponse(var card, var _) -> {
                tx.afterCommit(() -> neighbours.saw(scope, card, Cards.learned(envelope), now));
                say(tx, heard, scope, peers, now);
            }
            case Content.Placed _ -> say(tx, heard, scope, peers, now);
        }
    }

    /// A greeting that only says again what is known changes nothing, and is no decision.
    private void appeared(Tx tx, Wellformed heard, Scope scope, PeerCard card, Instant now) {
        if (neighbours.isNews(scope, card, now)) {
            for (WorkspaceId workspace : roster.workspaces(scope)) {
                books.audit.keep(
                        tx,
                        Decision.about(
                                workspace,
                                Direction.RECEIVED,
                                heard.letter().envelope(),
                                heard.trace()));
                if (neighbours.find(scope, card.peer(), now).isEmpty()) {
                    books.events.appeared(tx, workspace, scope, card.peer(), now);
                }
            }
        }
        tx.afterCommit(() -> neighbours.saw(scope, card, null, now));
    }

    private void asked(Tx tx, Wellformed heard, Scope scope, String query) {
        Envelope envelope = heard.letter().envelope();
        List<LocalPeer> asked =
                roster.in(scope).stream()
                        .filter(peer -> !peer.peer().equals(envelope.from()))
                        .filter(
                                peer ->
                                        envelope.to() == null
                                                ? greeter.answersTo(peer, query)
                                                : peer.peer().equals(envelope.to()))
                        .toList();
        for (WorkspaceId workspace : concerned(scope, envelope)) {
            books.audit.keep(
                    tx, Decision.about(workspace, Direction.RECEIVED, envelope, heard.trace()));
        }
        tx.afterCommit(() -> greeter.answer(envelope, asked));
    }

    private void say(Tx tx, Wellformed heard, Scope scope, List<PeerId> peers, Instant now) {
        for (WorkspaceId workspace : concerned(scope, heard.letter().envelope())) {
            List<LocalPeer> audience =
                    roster.in(scope).stream()
                            .filter(peer -> peer.workspace().equals(workspace))
                            .filter(peer -> peers.contains(peer.peer()))
                            .toList();
            say(tx, heard, workspace, audience, now);
        }
    }

    private void say(
            Tx tx, Wellformed heard, WorkspaceId workspace, List<LocalPeer> audience, Instant now) {
        Envelope envelope = heard.letter().envelope();
        boolean echo = fromHere(workspace, envelope);
        if (echo && audience.isEmpty()) {
            return;
        }
        WorkStep step =
                echo && !Works.waitsForEcho(envelope, audience)
                        ? new WorkStep.Unconcerned()
                        : books.works.step(tx, workspace, envelope);
        switch (step) {
            case WorkStep.Ignored(var detail) ->
                    books.audit.keep(tx, rejected(heard, workspace).because("ignored", detail));
            case WorkStep.Refused(var reason, var detail) -> {
                books.audit.keep(tx, rejected(heard, workspace).because(reason.wire(), detail));
                if (tellsOf(reason, envelope)) {
                    receipt(tx, envelope.scope(), envelope, reason, now);
                }
            }
            case WorkStep.Opened _,
                    WorkStep.Moved _,
                    WorkStep.Unchanged _,
                    WorkStep.Unconcerned _ ->
                    keep(tx, heard, workspace, audience, step, now);
        }
    }

    private void keep(
            Tx tx,
            Wellformed heard,
            WorkspaceId workspace,
            List<LocalPeer> audience,
            WorkStep step,
            Instant now) {
        Letter letter = heard.letter();
        Envelope envelope = letter.envelope();
        Trust trust = trust(tx, heard, workspace);
        Timeline.Origin origin =
                new Timeline.Origin(ids.next(), workspace, Direction.RECEIVED, null, trust);
        long id = books.timeline.keep(tx, letter, origin, Works.opened(step), now);
        books.works.apply(tx, workspace, step, null, id, now);
        books.audit.keep(
                tx,
                Decision.about(workspace, Direction.RECEIVED, envelope, letter.trace())
                        .forSession(audience.size() == 1 ? audience.getFirst().session() : null)
                        .because(null, trust == Trust.VERIFIED ? "verified" : forged(heard)));
        books.events.received(tx, workspace, id, envelope, now);
        if (!letter.flags().isEmpty()) {
            books.events.flagged(tx, workspace, id, envelope, letter.flags(), now);
            tx.afterCommit(() -> books.tally.flagged(workspace));
        }
        accept(tx, envelope, step, now);
        for (LocalPeer peer : audience) {
            books.queue.add(tx, peer, id, envelope, now);
            books.turns.advance(tx, peer, now);
        }
    }

    /// Whether an agent of that workspace has sent it, so that what it makes of work is known there.
    private boolean fromHere(WorkspaceId workspace, Envelope envelope) {
        return local(envelope.scope(), envelope.from())
                .filter(peer -> peer.workspace().equals(workspace))
                .isPresent();
    }

    /// New work is accepted at once where the operator has said so.
    private void accept(Tx tx, Envelope envelope, WorkStep step, Instant now) {
        if (step instanceof WorkStep.Opened
                && acceptsAtOnce.test(envelope.scope().channel().value())) {
            Admission accepted = new Admission.Accepted(envelope.id(), null);
            Receipts.about(envelope, accepted, names.message(), now.getEpochSecond())
                    .ifPresent(receipt -> answer(tx, receipt, now));
        }
    }

    private Trust trust(Tx tx, Wellformed heard, WorkspaceId workspace) {
        if (!(heard.identity() instanceof Identity.Signed)) {
            return Trust.UNTRUSTED;
        }
        Envelope envelope = heard.letter().envelope();
        String channel = envelope.scope().channel().value();
        return heard.identity()
                .trust(
                        envelope.from(),
                        pins.find(tx, workspace, channel, envelope.from()).orElse(null));
    }

    private static @Nullable String forged(Wellformed heard) {
        return heard.identity() instanceof Identity.Forged(var detail) ? detail : null;
    }

    /// Of work that has ended or is of another conversation only what is said hears, not what is handed on.
    private boolean tellsOf(ReasonCode reason, Envelope envelope) {
        boolean known =
                reason == wire.profile().closedWork()
                        || reason == ReasonCode.WORK_CONTAINER_MISMATCH;
        return known
                && switch (envelope.content()) {
                    case Content.Say _, Content.Direct _ -> true;
                    case Content.Offer _, Content.Receipt _, Content.Trace _ -> false;
                    case Content.Presence _ -> false;
                };
    }

    private void reject(
            Tx tx,
            Wellformed heard,
            List<WorkspaceId> concerned,
            ReasonCode reason,
            @Nullable String detail) {
        for (WorkspaceId workspace : concerned) {
            books.audit.keep(tx, rejected(heard, workspace).because(reason.wire(), detail));
        }
    }

    private static Decision rejected(Wellformed heard, WorkspaceId workspace) {
        return Decision.about(
                workspace, Direction.REJECTED, heard.letter().envelope(), heard.trace());
    }

    private void receipt(Tx tx, Scope scope, Envelope envelope, ReasonCode reason, Instant now) {
        Receipts.about(envelope, reason, names.message(), now.getEpochSecond())
                .filter(receipt -> local(scope, receipt.from()).isPresent())
                .ifPresent(receipt -> answer(tx, receipt, now));
    }

    private void answer(Tx tx, Envelope receipt, Instant now) {
        local(receipt.scope(), receipt.from())
                .ifPresent(peer -> books.outbox.post(tx, peer, Letter.of(receipt, wire), 0, now));
    }

    /// The workspaces it is about: its receiver's, or all that have a peer there.
    private List<WorkspaceId> concerned(Scope scope, Envelope envelope) {
        PeerId to = envelope.to();
        return to == null
                ? roster.workspaces(scope)
                : local(scope, to).map(peer -> List.of(peer.workspace())).orElse(List.of());
    }

    private Optional<LocalPeer> local(Scope scope, PeerId peer) {
        return roster.find(wire.routed(scope), peer);
    }
}
