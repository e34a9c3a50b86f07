package dev.waybill.server.network;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.network.Admission;
import dev.waybill.protocol.network.Content;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.work.Audience;
import dev.waybill.protocol.network.work.Receipts;
import dev.waybill.protocol.network.work.WorkStep;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Brings what is meant for sessions of this server to their queues, whether it came from elsewhere or was said here.
final class Doorstep implements Mailroom.Receiving {
    private final Wire wire;
    private final Names names;
    private final Roster roster;
    private final Snowflakes ids;
    private final Timeline timeline;
    private final Works works;
    private final Turns turns;
    private final Mailroom mailroom;
    private final Audit audit;
    private final Events events;
    private final Tally tally;
    private final Greeter greeter;
    private final Predicate<String> acceptsAtOnce;

    /// Something that is kept in a workspace, and what it made of work there.
    record Message(WorkspaceId workspace, long id, Letter letter, Trust trust, WorkStep step) {
        Envelope envelope() {
            return letter.envelope();
        }

        private Ready ready(Decision received) {
            return new Ready(id, letter.envelope(), trust, letter.prompt(trust), received);
        }
    }

    /// `acceptsAtOnce` knows the channels where work is accepted without asking the agent.
    Doorstep(
            Wire wire,
            Names names,
            Roster roster,
            Snowflakes ids,
            Timeline timeline,
            Works works,
            Turns turns,
            Mailroom mailroom,
            Audit audit,
            Events events,
            Tally tally,
            Greeter greeter,
            Predicate<String> acceptsAtOnce) {
        this.wire = wire;
        this.names = names;
        this.roster = roster;
        this.ids = ids;
        this.timeline = timeline;
        this.works = works;
        this.turns = turns;
        this.mailroom = mailroom;
        this.audit = audit;
        this.events = events;
        this.tally = tally;
        this.greeter = greeter;
        this.acceptsAtOnce = acceptsAtOnce;
    }

    /// What came is received: on record, flagged if it looks bad, and in the queues of those it is for.
    void leave(
            Tx tx,
            Message message,
            List<LocalPeer> audience,
            @Nullable String detail,
            Instant now) {
        Decision about = message.letter().decision(message.workspace(), Direction.RECEIVED);
        Decision received =
                about.forSession(audience.size() == 1 ? audience.getFirst().session() : null)
                        .because(null, detail);
        audit.keep(tx, received);
        events.received(tx, message.id(), received, now);
        if (!message.letter().flags().isEmpty()) {
            events.flagged(tx, message.id(), received, message.letter().flags(), now);
            tx.afterCommit(() -> tally.flagged(message.workspace()));
        }
        if (!audience.isEmpty()) {
            Ready ready = message.ready(about);
            audience.forEach(peer -> turns.arrived(tx, peer, ready, now));
        }
        accept(tx, message, audience, now);
    }

    /// New work is accepted at once where the operator has said so.
    private void accept(Tx tx, Message message, List<LocalPeer> audience, Instant now) {
        if (message.step() instanceof WorkStep.Opened
                && audience.size() == 1
                && acceptsAtOnce.test(message.envelope().scope().channel().value())) {
            Admission accepted = new Admission.Accepted(message.envelope().id(), null);
            Receipts.about(message.envelope(), accepted, names.message(), now.getEpochSecond())
                    .ifPresent(receipt -> mailroom.answer(tx, audience.getFirst(), receipt, now));
        }
    }

    /// Said by one of this server: the others get it now. For its own workspace it is kept already.
    @Override
    public void receive(Tx tx, LocalPeer from, Letter letter, Mailroom.Sent sent, Instant now) {
        Envelope envelope = letter.envelope();
        if (envelope.content() instanceof Content.WhoisRequest(var query)) {
            List<LocalPeer> asked = greeter.asked(envelope, query == null ? "" : query);
            asked.forEach(peer -> introduce(tx, from, greeter.answer(envelope, peer), now));
            return;
        }
        List<PeerId> here = roster.in(from.scope()).stream().map(LocalPeer::peer).toList();
        if (!(Audience.of(envelope, here, wire.profile()) instanceof Audience.Peers(var peers))) {
            return;
        }
        List<LocalPeer> all =
                roster.in(from.scope()).stream()
                        .filter(peer -> peers.contains(peer.peer()))
                        .toList();
        all.stream()
                .map(LocalPeer::workspace)
                .distinct()
                .forEach(
                        workspace ->
                                receive(
                                        tx,
                                        message(tx, from, letter, sent, workspace, now),
                                        all,
                                        now));
    }

    private void receive(Tx tx, @Nullable Message message, List<LocalPeer> all, Instant now) {
        if (message != null) {
            List<LocalPeer> audience =
                    all.stream()
                            .filter(peer -> peer.workspace().equals(message.workspace()))
                            .toList();
            leave(tx, message, audience, null, now);
        }
    }

    /// As the workspace has it; null where its own rules refuse it.
    private @Nullable Message message(
            Tx tx,
            LocalPeer from,
            Letter letter,
            Mailroom.Sent sent,
            WorkspaceId workspace,
            Instant now) {
        if (workspace.equals(from.workspace())) {
            return new Message(workspace, sent.id(), letter, Trust.UNTRUSTED, sent.step());
        }
        WorkStep step = works.step(tx, workspace, letter.envelope());
        if (step instanceof WorkStep.Ignored || step instanceof WorkStep.Refused) {
            audit.keep(
                    tx,
                    letter.decision(workspace, Direction.REJECTED)
                            .because("ignored", "the work is not so in this workspace"));
            return null;
        }
        long id = ids.next();
        Timeline.Origin origin =
                new Timeline.Origin(id, workspace, Direction.RECEIVED, null, Trust.UNTRUSTED);
        timeline.keep(tx, letter, origin, Works.opened(step), now);
        works.apply(tx, workspace, step, null, id, now);
        return new Message(workspace, id, letter, Trust.UNTRUSTED, step);
    }

    /// One of this server has asked who is there, and another of it answers.
    private void introduce(Tx tx, LocalPeer asking, Envelope answer, Instant now) {
        Letter letter = Letter.of(answer, wire);
        long id = ids.next();
        Timeline.Origin origin =
                new Timeline.Origin(
                        id, asking.workspace(), Direction.RECEIVED, null, Trust.UNTRUSTED);
        if (timeline.keep(tx, letter, origin, 0, now)) {
            leave(
                    tx,
                    new Message(
                            asking.workspace(),
                            id,
                            letter,
                            Trust.UNTRUSTED,
                            new WorkStep.Unconcerned()),
                    List.of(asking),
                    null,
                    now);
        }
    }
}
