package dev.waybill.server.delivery;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Connects agents to channels and takes what comes back through them.
public final class Attachments {
    /// How long after its last look an agent is still taken to settle its deliveries one by one.
    static final Duration SETTLES_SINGLY = Duration.ofMinutes(10);

    /// Clients acknowledge what arrives before they say that they settle things singly; the first acks wait for that.
    private static final Duration HOLD = Duration.ofSeconds(2);

    private final Database database;
    private final Mailboxes mailboxes;
    private final MailboxTable table;
    private final Backlog backlog;
    private final AckWriter acks;
    private final DeliveryLimits limits;
    private final InstantSource clock;

    public Attachments(
            Database database,
            Json json,
            Mailboxes mailboxes,
            AckWriter acks,
            Outcomes outcomes,
            DeliveryLimits limits,
            InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.table = new MailboxTable(json);
        this.backlog =
                new Backlog(
                        database, table, new Expiry(mailboxes, outcomes, limits), limits, clock);
        this.acks = acks;
        this.limits = limits;
        this.clock = clock;
    }

    /// Goes on where the store says the agent is. Nothing is sent before [#start].
    public Line attach(AgentId agent, Channel channel, Counting counting) {
        return mailboxes.add(agent, mailbox -> line(mailbox, channel, counting));
    }

    /// As [#attach], to a session that keeps the agent's cursor itself: it counts as the mailbox does. The answer is where
    /// it goes on.
    public long attachAtCursor(Line line) {
        long from = line.sent();
        line.restart(from, 0);
        rebase(line, from);
        return from;
    }

    public void start(Line line) {
        line.start();
    }

    public void detach(Line line) {
        mailboxes.remove(line);
    }

    /// The other side has everything up to `number`.
    ///
    /// @param open how long its session has been
    public void acked(Line line, long number, Duration open) {
        if (number < 0) {
            throw new Refusal(Reason.INVALID_REQUEST, "up_to_seq is negative: " + number);
        }
        if (line.learns(number)) {
            rebase(line, line.peerAcked());
        } else if (line.settlesByReceipt()) {
            line.acked(number);
        } else if (line.acked(number)) {
            Mailbox mailbox = line.mailbox();
            mailbox.arrived(line.peerAcked());
            boolean settles = !mailbox.settlesSingly() || line.countsWithoutHoles();
            acks.note(line.agent(), line.peerAcked(), settles, hold(line, open));
            mailboxes.settled(line.agent().id());
        } else if (line.forgotten(number)) {
            rebase(line, line.peerAcked());
        }
    }

    /// The agent looks through its deliveries and settles them one by one: from now on acks of its connection tell only
    /// that something has arrived.
    public void settlesSingly(AgentId agent) {
        Optional<Cursors> known = database.read(tx -> table.cursors(tx, agent));
        mailboxes.with(
                agent,
                mailbox -> known.ifPresent(cursors -> mailbox.settlesSingly(cursors.acked())));
        acks.arrivedOnly(agent);
        Instant now = clock.instant();
        Instant soon = now.minus(SETTLES_SINGLY.dividedBy(4));
        if (known.map(Cursors::settlesSinglyAt).filter(looked -> looked.isAfter(soon)).isEmpty()) {
            database.write(
                    tx -> {
                        table.settlesSingly(tx, agent, now);
                        return agent;
                    });
        }
    }

    /// How many deliveries were announced to the agent so far.
    public long announced(AgentId agent) {
        Mailbox mailbox = mailboxes.find(agent);
        return mailbox == null ? 0 : mailbox.announcements();
    }

    /// The agent has got its list, which it asked for after that many announcements.
    public void listed(AgentId agent, long after) {
        mailboxes.with(agent, mailbox -> mailbox.listed(after));
    }

    private Line line(Mailbox mailbox, Channel channel, Counting counting) {
        Cursors cursors =
                cursors(mailbox.agent(), channel)
                        .orElseThrow(
                                () ->
                                        new Refusal(
                                                Reason.AGENT_NOT_FOUND,
                                                "Agent " + mailbox.agent() + " is gone"));
        if (channel.settlesByReceipt()) {
            settlesSingly(mailbox.agent());
            mailbox.know(cursors, true);
            return line(mailbox, cursors, channel, cursors.acked(), 0);
        }
        mailbox.know(cursors, settlesSingly(cursors));
        if (!channel.countsWithoutHoles()) {
            return line(mailbox, cursors, channel, mailbox.arrived(), 0);
        }
        return switch (counting) {
            case Counting.FromOne _ -> counting(mailbox, cursors, channel, 0);
            case Counting.Kept _ when cursors.wireBase() != null ->
                    goingOn(mailbox, cursors, channel, cursors.wireBase());
            case Counting.After _ when cursors.wireBase() != null ->
                    goingOn(mailbox, cursors, channel, cursors.wireBase());
            case Counting.After(var number) -> counting(mailbox, cursors, channel, number);
            case Counting.Kept _ -> asking(mailbox, cursors, channel);
        };
    }

    /// The other side has counted so far, and nothing of what is open.
    private Line counting(Mailbox mailbox, Cursors cursors, Channel channel, long number) {
        long acked = cursors.acked();
        Line line = line(mailbox, cursors, channel, acked, acked - number);
        rebase(line, acked);
        return line;
    }

    private Line goingOn(Mailbox mailbox, Cursors cursors, Channel channel, long base) {
        Line line = line(mailbox, cursors, channel, cursors.transport(), base);
        line.goesOn();
        return line;
    }

    private Line asking(Mailbox mailbox, Cursors cursors, Channel channel) {
        Line line = line(mailbox, cursors, channel, cursors.acked(), cursors.acked());
        line.askFirst();
        return line;
    }

    private Line line(Mailbox mailbox, Cursors cursors, Channel channel, long sent, long base) {
        return new Line(mailbox, cursors.agent(), channel, backlog, limits.window(), sent, base);
    }

    /// What the store knows, and what is on its way there.
    private Optional<Cursors> cursors(AgentId agent, Channel channel) {
        AckWriter.Noted noted = acks.noted(agent);
        // What a host has is settled; what merely arrived did so at the agent's own session.
        long arrived = channel.countsWithoutHoles() ? noted.settled() : noted.arrived();
        return database.read(tx -> table.cursors(tx, agent))
                .map(known -> known.atLeast(noted.settled(), arrived));
    }

    private boolean settlesSingly(Cursors cursors) {
        Instant looked = cursors.settlesSinglyAt();
        return looked != null && looked.isAfter(clock.instant().minus(SETTLES_SINGLY));
    }

    private static Duration hold(Line line, Duration open) {
        boolean waits = !line.countsWithoutHoles() && open.compareTo(HOLD) < 0;
        return waits ? HOLD.minus(open) : Duration.ZERO;
    }

    private void rebase(Line line, long from) {
        long base = line.base();
        database.write(
                tx -> {
                    table.rebase(tx, line.agent().id(), base, from);
                    return base;
                });
    }
}
