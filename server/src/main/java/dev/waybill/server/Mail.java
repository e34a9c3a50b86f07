package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.DeliveryConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Attachments;
import dev.waybill.server.delivery.Backlogs;
import dev.waybill.server.delivery.DeadLetterSweep;
import dev.waybill.server.delivery.DeadLetters;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryBook;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.DeliveryPolls;
import dev.waybill.server.delivery.DeliverySearch;
import dev.waybill.server.delivery.DeliverySweep;
import dev.waybill.server.delivery.Holds;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.OtherServers;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.PushQueue;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.http.api.DeadLetterEndpoints;
import dev.waybill.server.http.api.DeliveryDeskEndpoints;
import dev.waybill.server.http.api.DeliveryEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.Filing;
import dev.waybill.server.push.Pushes;
import dev.waybill.server.store.Database;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.workspace.Supplies;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;

/// The wiring of what gets messages into sessions.
record Mail(
        Mailboxes mailboxes,
        Signals signals,
        AckWriter acks,
        Deliveries deliveries,
        Holds holds,
        Attachments attachments,
        DeliveryBook book,
        DeliveryPolls polls,
        DeliverySweep sweep,
        DeadLetters deadLetters,
        DeadLetterSweep deadLetterSweep,
        DeliverySearch search,
        Backlogs backlogs,
        PushQueue pushQueue,
        OtherServers others,
        Filing filing) {
    private static final Duration OFTEN = Duration.ofSeconds(1);

    static Mail over(Config config, Supplies supplies, Ledger ledger, MeterRegistry metrics) {
        Database database = supplies.database();
        Json json = supplies.json();
        InstantSource clock = supplies.clock();
        DeliveryLimits limits = limits(config.delivery());
        Mailboxes mailboxes = new Mailboxes(Waits.over(database));
        Signals signals = new Signals(mailboxes);
        Outcomes outcomes = new Outcomes(signals, ledger);
        AckWriter acks = new AckWriter(database, ledger, clock);
        Attachments attachments =
                new Attachments(database, json, mailboxes, acks, outcomes, limits, clock);
        Filing filing = new Filing(database);
        ledger.onAppend(_ -> filing.ring());
        DeliveryBook book =
                new DeliveryBook(database, mailboxes, attachments, limits, outcomes, clock);
        return new Mail(
                mailboxes,
                signals,
                acks,
                new Deliveries(limits, outcomes, mailboxes, acks),
                new Holds(mailboxes, clock),
                attachments,
                book,
                counted(new DeliveryPolls(book, mailboxes), metrics),
                new DeliverySweep(database, mailboxes, limits, outcomes, clock),
                new DeadLetters(database, mailboxes, limits, ledger, clock),
                new DeadLetterSweep(database, ledger, clock, retention(config.delivery())),
                new DeliverySearch(database, mailboxes, limits),
                new Backlogs(database),
                new PushQueue(
                        database,
                        json,
                        mailboxes,
                        acks,
                        outcomes,
                        limits,
                        clock,
                        Pushes.lease(config)),
                new OtherServers(database, mailboxes),
                filing);
    }

    void start(Parts parts) {
        parts.add(acks).start();
        parts.add(filing).start();
    }

    RouteTable addTo(RouteTable table) {
        return table.with(new DeliveryEndpoints(book, polls).routes())
                .with(new DeadLetterEndpoints(deadLetters).routes())
                .with(new DeliveryDeskEndpoints(search, backlogs).routes());
    }

    /// What time changes is looked for now and then.
    void sweep(Sweeps sweeps, Duration seldom) {
        sweeps.every(OFTEN, "deliveries to send again", sweep::sendAgain);
        sweeps.every(OFTEN, "expired deliveries", sweep::giveUpExpired);
        if (others.possible()) {
            sweeps.every(OFTEN, "mail from other servers", others::look);
        }
        sweeps.every(seldom, "deliveries to give up", sweep::giveUp);
        sweeps.every(seldom, "dead letters", deadLetterSweep::sweep);
    }

    private static DeliveryPolls counted(DeliveryPolls polls, MeterRegistry metrics) {
        Gauge.builder("waybill.deliveries.polls", polls, DeliveryPolls::waiting)
                .description("Agents that wait for deliveries without a session")
                .register(metrics);
        return polls;
    }

    private static DeadLetterSweep.Retention retention(DeliveryConfig config) {
        return new DeadLetterSweep.Retention(
                config.deadLetterRetention(), config.deadLetterLimit());
    }

    private static DeliveryLimits limits(DeliveryConfig config) {
        return new DeliveryLimits(config.mailboxDepth(), config.timeToLive(), config.window());
    }
}
