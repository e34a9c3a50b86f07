package dev.waybill.server.network;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.network.Envelope;
import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.Trust;
import dev.waybill.protocol.network.work.WorkStep;
import dev.waybill.server.store.Tx;
import java.time.Instant;

/// Sends what peers of this server say. What is for others of this server reaches them in the same transaction, whatever
/// becomes of the carrier; what is for peers elsewhere goes through the outbox.
final class Mailroom {
    private final Snowflakes ids;
    private final Wire wire;
    private final Roster roster;
    private final Timeline timeline;
    private final Works works;
    private final Outbox outbox;
    private final Audit audit;
    private final Events events;
    private Receiving receiving = (_, _, _, _, _) -> {};

    /// Brings to peers of this server what another of them has sent.
    interface Receiving {
        void receive(Tx tx, LocalPeer from, Letter letter, Sent sent, Instant now);
    }

    /// Under which number something was kept by its sender, and what it made of work there.
    record Sent(long id, WorkStep step) {}

    Mailroom(
            Snowflakes ids,
            Wire wire,
            Roster roster,
            Timeline timeline,
            Works works,
            Outbox outbox,
            Audit audit,
            Events events) {
        this.ids = ids;
        this.wire = wire;
        this.roster = roster;
        this.timeline = timeline;
        this.works = works;
        this.outbox = outbox;
        this.audit = audit;
        this.events = events;
    }

    void receivedBy(Receiving receivers) {
        this.receiving = receivers;
    }

    /// Says it with the step it makes of the work of its own workspace.
    void send(Tx tx, LocalPeer from, Letter letter, WorkStep step, Instant now) {
        long id = ids.next();
        Timeline.Origin origin =
                new Timeline.Origin(
                        id, from.workspace(), Direction.SENT, from.session(), Trust.UNTRUSTED);
        if (!timeline.keep(tx, letter, origin, Works.opened(step), now)) {
            throw new IllegalStateException("an id of ours was used before");
        }
        works.apply(tx, from.workspace(), step, from.session(), id, now);
        Decision sent =
                letter.decision(from.workspace(), Direction.SENT).forSession(from.session());
        events.sent(tx, from, id, sent, now);
        if (staysHere(letter.envelope())) {
            audit.keep(tx, sent);
        } else {
            outbox.add(tx, id, from, wire.subjects().of(letter.envelope()), now);
        }
        receiving.receive(tx, from, letter, new Sent(id, step), now);
    }

    /// Sends a receipt that nobody was asked about. One that no receiver could take is not sent.
    void answer(Tx tx, LocalPeer from, Envelope receipt, Instant now) {
        Letter letter = Letter.of(receipt, wire);
        if (letter.trace().size() > wire.profile().maxBytes()) {
            return;
        }
        WorkStep step =
                switch (works.step(tx, from.workspace(), receipt)) {
                    case WorkStep.Moved moved -> moved;
                    case WorkStep.Unchanged same -> same;
                    case WorkStep.Opened _,
                            WorkStep.Unconcerned _,
                            WorkStep.Ignored _,
                            WorkStep.Refused _ ->
                            new WorkStep.Unconcerned();
                };
        send(tx, from, letter, step, now);
    }

    /// Whether nobody elsewhere has to hear it.
    private boolean staysHere(Envelope envelope) {
        PeerId to = envelope.to();
        return to != null && roster.find(envelope.scope(), to).isPresent();
    }
}
