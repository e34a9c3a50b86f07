package dev.waybill.server.network;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.NetworkMail;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.store.Tx;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The agent network on this server, put together and running.
public final class Network implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private static final String SETTLE =
            "insert into network_home (one, id) values (1, ?) on conflict (one) do nothing";
    private static final String HOME = "select id from network_home";

    private final Supplies supplies;
    private final NetworkConfig config;
    private final Transport transport;
    private final Roster roster = new Roster();
    private final Neighbours neighbours;
    private final Events events;
    private final Reunion reunion;
    private final Outbox outbox;
    private final Duty duty;
    private final Neighbourhood neighbourhood;
    private final Greeter greeter;
    private final Sessions sessions;
    private final Turns turns;
    private final Bells bells;
    private final Pins pins;
    private final Router router;
    private final Ingress ingress;
    private final Subscriptions subscriptions;
    private final Desk desk;
    private volatile boolean closed;

    /// What the rest of the server lends.
    ///
    /// @param home names this installation to the carrier
    public record Lent(
            Supplies supplies,
            NetworkConfig config,
            Transport transport,
            String home,
            Ledger ledger,
            Deliveries deliveries,
            Waits<String> arrivals,
            MeterRegistry metrics) {}

    public Network(Lent lent) {
        this.supplies = lent.supplies();
        this.config = lent.config();
        this.transport = lent.transport();
        Wire wire = Wire.of(config);
        Names names = new Names(supplies.random());
        Cards cards = new Cards(wire.profile());
        Tally tally = new Tally(lent.metrics());
        Audit audit = new Audit(supplies.ids(), tally);
        InboxTable inbox = new InboxTable();
        Timeline timeline = new Timeline();
        this.events = new Events(lent.ledger());
        this.neighbours = new Neighbours(config.greetInterval());
        this.reunion = new Reunion(neighbours, config.greetInterval().multipliedBy(2));
        this.outbox =
                new Outbox(
                        supplies.database(),
                        supplies.ids().worker(),
                        supplies.clock(),
                        wire,
                        transport,
                        reunion,
                        timeline,
                        audit,
                        events);
        this.duty =
                new Duty(
                        supplies.database(),
                        supplies.clock(),
                        supplies.ids().worker(),
                        transport,
                        outbox);
        this.neighbourhood =
                new Neighbourhood(
                        supplies.database(),
                        supplies.clock(),
                        wire,
                        names,
                        roster,
                        neighbours,
                        events);
        Works works = new Works(wire, events);
        Mailroom mailroom =
                new Mailroom(supplies.ids(), wire, roster, timeline, works, outbox, audit, events);
        Queue queue =
                new Queue(
                        wire,
                        names,
                        inbox,
                        mailroom,
                        audit,
                        events,
                        tally,
                        lent.arrivals(),
                        config.queueDepth());
        this.sessions =
                new Sessions(supplies, config, names, roster, neighbours, inbox, queue, events);
        this.greeter = new Greeter(wire, names, cards, roster, transport, supplies.clock());
        this.turns =
                new Turns(
                        inbox,
                        new Drawer(wire, inbox),
                        queue,
                        lent.deliveries(),
                        new NetworkMail(supplies.ids(), supplies.json(), lent.deliveries()),
                        audit,
                        config.inFlight());
        this.bells = new Bells(supplies.database(), supplies.clock(), roster, inbox, turns);
        this.pins = new Pins(supplies.database());
        Doorstep doorstep =
                new Doorstep(
                        wire,
                        names,
                        roster,
                        supplies.ids(),
                        timeline,
                        works,
                        turns,
                        mailroom,
                        audit,
                        events,
                        tally,
                        greeter,
                        this::acceptsAtOnce);
        mailroom.receivedBy(doorstep);
        this.router =
                new Router(
                        wire,
                        supplies.ids(),
                        names,
                        roster,
                        neighbours,
                        pins,
                        new Router.Books(timeline, works, doorstep, mailroom, audit, events),
                        greeter);
        this.ingress = new Ingress(supplies.database(), supplies.clock(), wire, router);
        this.subscriptions =
                new Subscriptions(transport, wire.subjects(), ingress::take, lent.home());
        this.desk =
                new Desk(
                        supplies,
                        config,
                        transport,
                        sessions,
                        roster,
                        neighbours,
                        pins,
                        new Sending(
                                supplies,
                                wire,
                                names,
                                sessions,
                                roster,
                                neighbours,
                                timeline,
                                works,
                                mailroom),
                        timeline,
                        tally,
                        new Peers(supplies, sessions, roster, neighbours, pins, cards));
        sessions.onChange(this::membersChanged);
    }

    public NetworkDesk desk() {
        return desk;
    }

    /// Decides about one thing that came; for those who bring it themselves.
    void decide(Tx tx, Heard heard) {
        router.decide(tx, heard, supplies.clock().instant());
    }

    /// Looks after all sessions, as otherwise happens by and by.
    void look(Tx tx) {
        Instant now = supplies.clock().instant();
        roster.all().forEach(peer -> turns.advance(tx, peer, now));
    }

    /// Something in the agent's mailbox may have been settled.
    public void settled(AgentId agent) {
        bells.ring(agent);
    }

    /// The agent's session has said what it is doing now.
    public void activity(Tx tx, AgentId agent) {
        tx.afterCommit(() -> bells.ring(agent));
    }

    /// Whoever listens does so before anything is published.
    public void start(Sweeps sweeps) {
        ingress.start();
        look();
        transport.start(new Connection());
        bells.start();
        outbox.start();
        sweeps.every(config.greetInterval(), "network greetings", greeter::greetAll);
        sweeps.every(config.greetInterval(), "network peers", neighbourhood::forget);
        sweeps.every(Neighbourhood.INTERVAL, "network neighbours", neighbourhood::exchange);
        sweeps.every(Duty.INTERVAL, "network outbox", duty::tend);
        sweeps.every(LOOK_AGAIN, "network sessions", this::look);
    }

    private void look() {
        if (!closed) {
            pins.reload();
            sessions.reload();
        }
    }

    /// Greets for those who have just come, and asks who is there where nobody was before.
    private void membersChanged() {
        Subscriptions.Change change = subscriptions.follow(roster.all());
        change.left().forEach(neighbours::leave);
        if (!change.came().isEmpty()) {
            greeter.greet(change.came());
            greeter.ask(change.entered());
        }
    }

    /// What happens to the connection.
    private final class Connection implements Transport.Listener {
        @Override
        public void connected() {
            reunion.connected(supplies.clock().instant());
            greeter.greetAll();
            greeter.ask(List.copyOf(roster.scopes()));
            duty.tend();
            outbox.hurry();
        }

        @Override
        public void disconnected(String why) {
            // The link says so to whoever asks.
        }
    }

    private boolean acceptsAtOnce(String channel) {
        return config.autoAccept().contains("*") || config.autoAccept().contains(channel);
    }

    /// Servers that share a database hear each message once together, and are known to the carrier by this.
    public static String home(Supplies supplies) {
        return "waybill-"
                + supplies.database()
                        .write(
                                tx -> {
                                    tx.execute(SETTLE, Long.toString(supplies.ids().next()));
                                    return tx.first(HOME, row -> row.text(1)).orElseThrow();
                                });
    }

    /// What the carrier has not confirmed, and what is not decided about yet, comes again after the next start as far as
    /// the carrier can. It gets back only what nobody here is deciding about: another server may have that at once.
    @Override
    public void close() {
        closed = true;
        outbox.close();
        duty.end();
        greeter.close();
        transport.hush();
        ingress.close();
        transport.close();
        subscriptions.close();
        bells.close();
    }
}
