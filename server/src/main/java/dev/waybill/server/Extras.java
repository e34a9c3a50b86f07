package dev.waybill.server;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.config.Config;
import dev.waybill.server.file.Files;
import dev.waybill.server.follow.Followers;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.http.api.FileEndpoints;
import dev.waybill.server.http.api.RuleEndpoints;
import dev.waybill.server.http.api.SubscriptionEndpoints;
import dev.waybill.server.http.api.TriggerEndpoints;
import dev.waybill.server.http.api.WebhookEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.Messages;
import dev.waybill.server.rule.Rules;
import dev.waybill.server.rule.Visible;
import dev.waybill.server.store.Blobs;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import dev.waybill.server.subscription.Subscriptions;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.trigger.Invoking;
import dev.waybill.server.trigger.Triggers;
import dev.waybill.server.webhook.Webhooks;
import dev.waybill.server.workspace.Supplies;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The wiring of what stands beside the messages: files, webhooks, subscriptions, triggers, rules.
final class Extras {
    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final Config config;
    private final Blobs blobs;
    private final Files files;
    private final Webhooks webhooks;
    private final Followers followers;
    private final Subscriptions subscriptions;
    private final Triggers triggers;
    private final Rules rules;

    /// What the rest of the server lends.
    record Lent(
            Config config,
            DataFolder folder,
            Database database,
            Snowflakes ids,
            InstantSource clock,
            SecureRandom random,
            Json json,
            Messages messages,
            Ledger ledger,
            Invoking invoking,
            Visible visible) {}

    Extras(Lent lent) {
        this.config = lent.config();
        this.blobs = lent.folder().blobs(Blobs.UPLOADS);
        this.files =
                new Files(
                        lent.database(),
                        blobs,
                        lent.ids(),
                        lent.clock(),
                        lent.random(),
                        lent.ledger(),
                        config.files());
        this.webhooks =
                new Webhooks(
                        lent.database(),
                        lent.ids(),
                        lent.clock(),
                        lent.random(),
                        lent.messages(),
                        lent.ledger());
        this.followers = new Followers(lent.ledger());
        this.subscriptions =
                new Subscriptions(
                        lent.database(),
                        lent.ids(),
                        lent.clock(),
                        lent.json(),
                        lent.ledger(),
                        followers,
                        config);
        this.triggers =
                new Triggers(
                        lent.database(),
                        lent.ids(),
                        lent.clock(),
                        lent.json(),
                        lent.ledger(),
                        followers,
                        new Leases(
                                lent.database(),
                                lent.clock(),
                                config.server().workerId(),
                                "automation"),
                        lent.invoking());
        this.rules =
                new Rules(
                        new Supplies(
                                lent.database(),
                                lent.ids(),
                                lent.clock(),
                                lent.random(),
                                lent.json()),
                        lent.ledger(),
                        followers,
                        new Leases(
                                lent.database(), lent.clock(), config.server().workerId(), "rule"),
                        lent.messages(),
                        lent.visible());
    }

    RouteTable addTo(RouteTable table) {
        List<RouteTable.Section> all = new ArrayList<>(table.sections());
        all.addAll(sections());
        return new RouteTable(all);
    }

    private List<RouteTable.Section> sections() {
        return List.of(
                new FileEndpoints(files, config.files()).routes(),
                new WebhookEndpoints(webhooks).routes(),
                new SubscriptionEndpoints(subscriptions).routes(),
                new TriggerEndpoints(triggers).routes(),
                new RuleEndpoints(rules).routes());
    }

    /// Begins what goes on by itself.
    void start(Parts parts, Sweeps sweeps) {
        blobs.clearDrafts();
        parts.add(followers);
        subscriptions.resume();
        triggers.resume();
        rules.resume();
        sweeps.every(SWEEP, "files", files::sweep);
        sweeps.every(SWEEP, "subscriptions", subscriptions::resume);
        sweeps.every(SWEEP, "triggers", triggers::resume);
        sweeps.every(SWEEP, "rules", rules::resume);
    }
}
