package dev.waybill.server.network;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.EnvelopeId;
import dev.waybill.protocol.network.PeerCard;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Place;
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
import dev.waybill.server.network.TimelineTable.Kept;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides about everything that comes from the network: whom it is for, whether it was here before, what it makes of
/// work. Each decision is one row of the audit for each workspace it concerns.
final class Router implements Ingress.Decider {
    private static final String WRONG_ROOM = "direct_id is not the room of from and to";

    private final Wire wire;
    private final Snowflakes ids;
    private final Names names;
    private final Roster roster;
    private final Neighbours neighbours;
    private final Pins pins;
    private final Books books;
    private final Greeter greeter;
    private final ReplayTable replay = new ReplayTable();

    /// What is written.
    record Books(
            Timeline timeline,
            Works works,
            Doorstep doorstep,
            Mailroom mailroom,
            Audit audit,
            Events events) {}

    Router(
            Wire wire,
            Snowflakes ids,
            Names names,
            Roster roster,
            Neighbours neighbours,
            Pins pins,
            Books books,
            Greeter greeter) {
        this.wire = wire;
        this.ids = ids;
        this.names = names;
        this.roster = roster;
        this.neighbours = neighbours;
        this.pins = pins;
        this.books = books;
        this.greeter = greeter;
    }

    @Override
    public void decide(Tx tx, Heard heard, Instant now) {
        switch (heard) {
            case Nonsense nonsense -> refuse(tx, nonsense, now);
            case Wellformed wellformed -> admit(tx, wellformed, now);
        }
    }

    @Override
    public void leaveOut(Tx tx, Scope in, Decision.Trace trace) {
        for (WorkspaceId workspace : roster.workspaces(in)) {
            books.audit.keep(
                    tx,
                    Decision.refused(workspace, null, trace)
                            .because(ReasonCode.INTERNAL.wire(), "it could not be decided about"));
        }
    }

    private void refuse(Tx tx, Nonsense nonsense, Instant now) {
        Optional<Envelope> receipt =
                wire.reader()
                        .receipt(nonsense.rejected(), names.message(), now.getEpochSecond())
                        .map(wire::here)
                        .filter(one -> roster.find(one.scope(), one.from()).isPresent())
                        .filter(this::isElsewhere);
        List<WorkspaceId> concerned =
                receipt.flatMap(one -> roster.find(one.scope(), one.from()))
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

    /// Nobody of this server sends nonsense: whoever claims to is somebody else, and not to be answered.
    private boolean isElsewhere(Envelope receipt) {
        PeerId to = receipt.to();
        return to != null && roster.find(receipt.scope(), to).isEmpty();
    }

    private void admit(Tx tx, Wellformed heard, Instant now) {
        Envelope envelope = heard.letter().envelope();
        Optional<LocalPeer> own = roster.find(envelope.scope(), envelope.from());
        if (own.isPresent()) {
            comesBack(tx, heard, own.get());
            return;
        }
        if (!envelope.scope().equals(heard.in())) {
            reject(tx, heard, ReasonCode.NOT_TARGET, "it was heard in another channel");
            return;
        }
        if (wire.freshness().flaw(envelope, now).isPresent()) {
            reject(tx, heard, ReasonCode.EXPIRED, "it was too late when its turn came");
            receipt(tx, envelope, ReasonCode.EXPIRED, now);
            return;
        }
        List<PeerId> here = roster.in(heard.in()).stream().map(LocalPeer::peer).toList();
        switch (Audience.of(envelope, here, wire.profile())) {
            case Audience.NotTarget _ ->
                    reject(tx, heard, ReasonCode.NOT_TARGET, "to is no peer of this server");
            case Audience.WrongRoom _ -> reject(tx, heard, ReasonCode.NOT_TARGET, WRONG_ROOM);
            case Audience.Peers(var peers) when peers.isEmpty() && inRoom(envelope) ->
                    reject(tx, heard, ReasonCode.NOT_TARGET, WRONG_ROOM);
            case Audience.Peers(var peers) -> route(tx, heard, peers, now);
        }
    }

    private static boolean inRoom(Envelope envelope) {
        return envelope.content() instanceof Content.Placed placed
                && placed.place() instanceof Place.InRoom;
    }

    /// What peers of this server say was brought to the others when they said it, so an echo means nothing. Anything else
    /// under their names is not theirs. What they show of themselves is not kept, and never counts from outside.
    private void comesBack(Tx tx, Wellformed heard, LocalPeer own) {
        Letter letter = heard.letter();
        if (letter.envelope().content() instanceof Content.Presence) {
            return;
        }
        boolean echo =
                books.timeline
                        .find(tx, own.workspace(), letter.key())
                        .filter(kept -> said(kept, letter.envelope()))
                        .isPresent();
        if (!echo) {
            books.audit.keep(
                    tx,
                    rejected(heard, own.workspace())
                            .because(
                                    ReasonCode.VERIFICATION_FAILED.wire(),
                                    "from is a peer of this server, which did not send it"));
        }
    }

    private static boolean said(Kept kept, Envelope envelope) {
        return kept.direction().equals(Direction.SENT.wire())
                && kept.content().equals(Timeline.content(envelope));
    }

    private void route(Tx tx, Wellformed heard, List<PeerId> peers, Instant now) {
        Envelope envelope = heard.letter().envelope();
        if (wire.outlives(envelope, now)) {
            reject(
                    tx,
                    heard,
                    ReasonCode.MALFORMED,
                    "expires_at is further away than network.max-lifetime");
            return;
        }
        if (envelope.content() instanceof Content.Greet(var card, var _)) {
            appeared(tx, heard, card, now);
            return;
        }
        long until = wire.freshness().rememberUntil(envelope);
        if (!replay.first(tx, ReplayKey.of(envelope), until, now)) {
            duplicate(tx, heard, now);
            return;
        }
        switch (envelope.content()) {
            case Content.Greet _ -> {}
            case Content.WhoisRequest(var query) -> asked(tx, heard, query == null ? "" : query);
            case Content.WhoisResponse(var card, var _) -> answered(tx, heard, card, peers, now);
            case Content.Placed _ -> say(tx, heard, peers, now);
        }
    }

    private void duplicate(Tx tx, Wellformed heard, Instant now) {
        reject(tx, heard, ReasonCode.DUPLICATE, null);
        receipt(tx, heard.letter().envelope(), ReasonCode.DUPLICATE, now);
    }

    /// A greeting that only says again what is known changes nothing, and is no decision.
    private void appeared(Tx tx, Wellformed heard, PeerCard card, Instant now) {
        Scope scope = heard.in();
        int size = heard.trace().size();
        if (!neighbours.fits(scope, card, size)) {
            reject(tx, heard, ReasonCode.BUSY, "there are too many peers, or its card is too long");
            return;
        }
        if (neighbours.isNews(scope, card, now)) {
            boolean came = neighbours.find(scope, card.peer(), now).isEmpty();
            for (WorkspaceId workspace : roster.workspaces(scope)) {
                books.audit.keep(tx, heard.letter().decision(workspace, Direction.RECEIVED));
                if (came) {
                    books.events.appeared(tx, workspace, scope, card.peer(), now);
                }
            }
        }
        tx.afterCommit(() -> neighbours.saw(scope, card, null, size, now));
    }

    /// A session is told of the answer only if it has asked; the server asks too, for itself.
    private void answered(Tx tx, Wellformed heard, PeerCard card, List<PeerId> peers, Instant now) {
        Envelope envelope = heard.letter().envelope();
        int size = heard.trace().size();
        tx.afterCommit(() -> neighbours.saw(heard.in(), card, Cards.learned(envelope), size, now));
        if (peers.stream().anyMatch(peer -> hasAsked(tx, heard, peer))) {
            say(tx, heard, peers, now);
            return;
        }
        for (WorkspaceId workspace : concerned(heard)) {
            books.audit.keep(tx, heard.letter().decision(workspace, Direction.RECEIVED));
        }
    }

    private boolean hasAsked(Tx tx, Wellformed heard, PeerId peer) {
        EnvelopeId question = heard.letter().envelope().links().replyTo();
        return question != null
                && roster.find(heard.in(), peer)
                        .flatMap(
                                one ->
                                        books.timeline.find(
                                                tx,
                                                one.workspace(),
                                                new ReplayKey(heard.in(), peer, question).hash()))
                        .isPresent();
    }

    private void asked(Tx tx, Wellformed heard, String query) {
        Envelope envelope = heard.letter().envelope();
        for (WorkspaceId workspace : concerned(heard)) {
            books.audit.keep(tx, heard.letter().decision(workspace, Direction.RECEIVED));
        }
        List<LocalPeer> asked = greeter.asked(envelope, query);
        tx.afterCommit(() -> greeter.answer(envelope, asked));
    }

    private void say(Tx tx, Wellformed heard, List<PeerId> peers, Instant now) {
        for (WorkspaceId workspace : concerned(heard)) {
            List<LocalPeer> audience =
                    roster.in(heard.in()).stream()
                            .filter(peer -> peer.workspace().equals(workspace))
                            .filter(peer -> peers.contains(peer.peer()))
                            .toList();
            say(tx, heard, workspace, audience, now);
        }
    }

    private void say(
            Tx tx, Wellformed heard, WorkspaceId workspace, List<LocalPeer> audience, Instant now) {
        Letter letter = heard.letter();
        Trust trust = pins.judge(workspace, letter.envelope(), heard.identity());
        if (trust == null) {
            books.audit.keep(
                    tx,
                    rejected(heard, workspace)
                            .because(
                                    ReasonCode.VERIFICATION_FAILED.wire(),
                                    "it is not signed with the key of its sender"));
            return;
        }
        WorkStep step = books.works.step(tx, workspace, letter.envelope());
        switch (step) {
            case WorkStep.Ignored _, WorkStep.Refused _
                    when books.timeline.find(tx, workspace, letter.key()).isPresent() ->
                    duplicate(tx, heard, now);
            case WorkStep.Ignored(var detail) ->
                    books.audit.keep(tx, rejected(heard, workspace).because("ignored", detail));
            case WorkStep.Refused(var reason, var detail) -> {
                books.audit.keep(tx, rejected(heard, workspace).because(reason.wire(), detail));
                if (tellsOf(reason, letter.envelope())) {
                    receipt(tx, letter.envelope(), reason, now);
                }
            }
            case WorkStep.Opened _,
                    WorkStep.Moved _,
                    WorkStep.Unchanged _,
                    WorkStep.Unconcerned _ -> {
                Timeline.Origin origin =
                        new Timeline.Origin(ids.next(), workspace, Direction.RECEIVED, null, trust);
                if (keep(tx, heard, origin, step, now)) {
                    books.doorstep.leave(
                            tx,
                            new Doorstep.Message(workspace, origin.id(), letter, trust, step),
                            audience,
                            forged(heard, trust),
                            now);
                } else {
                    duplicate(tx, heard, now);
                }
            }
        }
    }

    /// False when it was kept before.
    private boolean keep(
            Tx tx, Wellformed heard, Timeline.Origin origin, WorkStep step, Instant now) {
        boolean first = books.timeline.keep(tx, heard.letter(), origin, Works.opened(step), now);
        if (first) {
            books.works.apply(tx, origin.workspace(), step, null, origin.id(), now);
        }
        return first;
    }

    private static @Nullable String forged(Wellformed heard, Trust trust) {
        if (trust == Trust.VERIFIED) {
            return "verified";
        }
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

    private void reject(Tx tx, Wellformed heard, ReasonCode reason, @Nullable String detail) {
        List<WorkspaceId> concerned = concerned(heard);
        List<WorkspaceId> all = concerned.isEmpty() ? roster.workspaces(heard.in()) : concerned;
        for (WorkspaceId workspace : all) {
            books.audit.keep(tx, rejected(heard, workspace).because(reason.wire(), detail));
        }
    }

    private static Decision rejected(Wellformed heard, WorkspaceId workspace) {
        return heard.letter().decision(workspace, Direction.REJECTED);
    }

    private void receipt(Tx tx, Envelope envelope, ReasonCode reason, Instant now) {
        Receipts.about(envelope, reason, names.message(), now.getEpochSecond())
                .ifPresent(receipt -> answer(tx, receipt, now));
    }

    private void answer(Tx tx, Envelope receipt, Instant now) {
        roster.find(receipt.scope(), receipt.from())
                .ifPresent(peer -> books.mailroom.answer(tx, peer, receipt, now));
    }

    /// The workspaces it is about: its receiver's, or all that have a peer there.
    private List<WorkspaceId> concerned(Wellformed heard) {
        PeerId to = heard.letter().envelope().to();
        return to == null
                ? roster.workspaces(heard.in())
                : roster.find(heard.in(), to)
                        .map(peer -> List.of(peer.workspace()))
                        .orElse(List.of());
    }
}
