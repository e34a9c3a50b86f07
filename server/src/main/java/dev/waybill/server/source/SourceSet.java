package dev.waybill.server.source;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.source.InboxCompacted;
import dev.waybill.server.delivery.Acks;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.EventMail;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Everything about events from elsewhere, put together and running.
public final class SourceSet implements AutoCloseable {
    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final Hosts hosts;
    private final Sources sources;
    private final Events events;
    private final Subscriptions subscriptions;
    private final Polls polls;
    private final Inboxes inboxes;
    private final Follows follows;
    private final Provenance provenance;
    private final Retention retention;
    private final Rounds rounds;

    /// What the rest of the server lends.
    ///
    /// @param operations names what can be done at a handle
    public record Lent(
            Supplies supplies,
            Ledger ledger,
            Signals signals,
            Deliveries deliveries,
            SourceLimits limits,
            Echo echo,
            Function<DeliveryHandle, List<String>> operations,
            MeterRegistry metrics) {}

    public SourceSet(Lent lent) {
        this(lent, SourceCheck.NONE);
    }

    public SourceSet(Lent lent, SourceCheck check) {
        Supplies supplies = lent.supplies();
        Chronicle chronicle = new Chronicle(lent.ledger());
        Waits<AgentId> arrivals = Waits.over(supplies.database());
        Set<AgentId> watched = ConcurrentHashMap.newKeySet();
        Set<AgentId> crowded = ConcurrentHashMap.newKeySet();
        Losses losses = new Losses(chronicle, lent.metrics());
        EventMail mail =
                new EventMail(
                        supplies.ids(),
                        supplies.json(),
                        lent.deliveries(),
                        new Acks(lent.signals(), lent.ledger()));
        Postbox postbox =
                new Postbox(supplies.json(), mail, lent.deliveries(), losses, lent.operations());
        Entries entries =
                new Entries(
                        new EntryTable(supplies.json()),
                        new InboxTable(),
                        postbox,
                        chronicle,
                        supplies.random(),
                        arrivals,
                        watched::add,
                        crowded::add);
        Digests digests = new Digests(supplies.json(), entries, postbox, supplies.random());
        Settling settling = new Settling(supplies.json(), digests, postbox, chronicle);
        Matching matching =
                new Matching(
                        new ItemTable(supplies.json()),
                        new InboxTable(),
                        entries,
                        digests,
                        chronicle,
                        supplies.random());
        Lifecycle lifecycle = new Lifecycle(supplies.json(), chronicle);
        CatchUp catchUp = new CatchUp(supplies, matching, chronicle);
        Crowding crowding =
                new Crowding(
                        supplies.database(),
                        supplies.clock(),
                        supplies.json(),
                        lent.limits().openItems(),
                        digests,
                        postbox,
                        losses);
        this.rounds = new Rounds(supplies, catchUp, digests, settling, crowding, watched, crowded);
        this.hosts = new Hosts(supplies, chronicle);
        this.sources = new Sources(supplies, hosts, chronicle, check);
        this.events =
                new Events(
                        supplies,
                        matching,
                        lifecycle,
                        lent.echo(),
                        chronicle,
                        lent.limits().filtering(),
                        rounds::ring);
        this.subscriptions =
                new Subscriptions(supplies, lent.deliveries(), chronicle, rounds::ring);
        this.polls = new Polls(supplies, subscriptions, catchUp);
        this.inboxes =
                new Inboxes(supplies, matching, settling, chronicle, arrivals, lent.operations());
        this.follows = new Follows(supplies, sources, subscriptions);
        this.provenance = new Provenance(supplies);
        this.retention = new Retention(supplies, lifecycle, lent.limits());
    }

    public SourceOrigins origins() {
        return new SourceOrigins(provenance, sources);
    }

    public Hosts hosts() {
        return hosts;
    }

    public Sources sources() {
        return sources;
    }

    public Events events() {
        return events;
    }

    public Subscriptions subscriptions() {
        return subscriptions;
    }

    public Polls polls() {
        return polls;
    }

    public Inboxes inboxes() {
        return inboxes;
    }

    public Follows follows() {
        return follows;
    }

    public Provenance provenance() {
        return provenance;
    }

    /// Forgets what of an agent's was settled long enough ago.
    public InboxCompacted compact(Caller caller, String agent) {
        return retention.compact(inboxes.agent(caller, agent));
    }

    /// Something in the agent's mailbox may have been settled.
    public void settled(AgentId agent) {
        rounds.ring(agent);
    }

    /// Does now what is otherwise done by and by.
    void look() {
        rounds.look(true);
    }

    /// Forgets what is old.
    void sweep() {
        retention.sweep();
    }

    public void start(Sweeps sweeps) {
        rounds.start();
        sweeps.every(SWEEP, "old events", retention::sweep);
    }

    @Override
    public void close() {
        rounds.close();
    }
}
