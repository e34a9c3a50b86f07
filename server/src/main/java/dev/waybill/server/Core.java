package dev.waybill.server;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.config.Config;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.http.HttpEdge;
import dev.waybill.server.http.Readiness;
import dev.waybill.server.http.api.AgentEndpoints;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.http.api.MessageEndpoints;
import dev.waybill.server.http.api.WorkspaceEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.message.Messages;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Workspaces;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The wiring: every object of the server is made here, once, and handed what it needs.
final class Core {
    private final Config config;
    private final DataFolder folder;
    private final Database database;
    private final PrometheusMeterRegistry metrics;
    private final Json json;
    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = InstantSource.system();
    private final Workspaces workspaces;
    private final Agents agents;
    private final Messages messages;
    private final Credentials credentials;
    private final Extras extras;

    private Core(
            Config config, DataFolder folder, Database database, PrometheusMeterRegistry metrics) {
        this.config = config;
        this.folder = folder;
        this.database = database;
        this.metrics = metrics;
        this.json = new Json(limits(config));
        Json stored = new Json(JsonLimits.STORED);
        Snowflakes ids = new Snowflakes(clock, config.server().workerId());
        this.workspaces = new Workspaces(database, ids, clock, random);
        this.agents = new Agents(database, ids, clock, random, stored);
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        Deliveries deliveries = new Deliveries(DeliveryLimits.DEFAULTS, signals, ledger);
        Idempotency idempotency = new Idempotency(stored, clock);
        this.messages = new Messages(database, ids, stored, deliveries, ledger, idempotency);
        this.credentials = new Credentials(database, clock, stored);
        this.extras =
                new Extras(
                        new Extras.Lent(
                                config, folder, database, ids, clock, random, stored, messages,
                                ledger));
        ids.startAfter(workspaces.newestId());
        messages.newest().ifPresent(newest -> ids.startAfter(newest.value()));
    }

    static Core open(Config config, Parts parts) {
        DataFolder folder = parts.add(DataFolder.open(config.server().data()));
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        parts.add(metrics::close);
        Database database = parts.add(Database.open(config.store(), folder, metrics));
        Core core = new Core(config, folder, database, metrics);
        core.extras.start(parts);
        return core;
    }

    Optional<Keys> firstStart() {
        return new FirstStart(workspaces, agents, random).run(database, folder, json);
    }

    HttpEdge.Setup edge() {
        return new HttpEdge.Setup(
                config.server(),
                config.http(),
                config.tls(),
                new HttpEdge.Api(routes(), credentials::identify, new CoreFaults(), json),
                new HttpEdge.Operations(Product.version(), this::readiness, metrics));
    }

    private RouteTable routes() {
        RouteTable table =
                RouteTable.of(
                        new WorkspaceEndpoints(workspaces, config.access(), config.server())
                                .routes(),
                        new AgentEndpoints(agents).routes(),
                        new MessageEndpoints(messages).routes());
        for (RouteTable.Section section : extras.sections()) {
            table = table.with(section);
        }
        return table;
    }

    private List<Readiness.Check> readiness() {
        try {
            database.check();
            return List.of(new Readiness.Check("store", true, null));
        } catch (StoreException e) {
            return List.of(new Readiness.Check("store", false, e.kind().words()));
        }
    }

    private static JsonLimits limits(Config config) {
        JsonLimits defaults = JsonLimits.DEFAULTS;
        return new JsonLimits(
                config.http().maxBodyBytes(), defaults.maxDepth(), defaults.maxNumberDigits());
    }
}
