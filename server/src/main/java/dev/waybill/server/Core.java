package dev.waybill.server;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.token.Token;
import dev.waybill.server.action.ActionSet;
import dev.waybill.server.action.Ask;
import dev.waybill.server.action.Departures;
import dev.waybill.server.config.Config;
import dev.waybill.server.fleet.Hosting;
import dev.waybill.server.fleet.Nodes;
import dev.waybill.server.http.HttpEdge;
import dev.waybill.server.http.Readiness;
import dev.waybill.server.http.Site;
import dev.waybill.server.http.api.ActionEndpoints;
import dev.waybill.server.http.api.AgentEndpoints;
import dev.waybill.server.http.api.ChannelEndpoints;
import dev.waybill.server.http.api.ConversationEndpoints;
import dev.waybill.server.http.api.CoreFaults;
import dev.waybill.server.http.api.EntranceEndpoints;
import dev.waybill.server.http.api.EventEndpoints;
import dev.waybill.server.http.api.FlushEndpoints;
import dev.waybill.server.http.api.GroupEndpoints;
import dev.waybill.server.http.api.InboxEndpoints;
import dev.waybill.server.http.api.InvocationEndpoints;
import dev.waybill.server.http.api.MembershipEndpoints;
import dev.waybill.server.http.api.MessageEndpoints;
import dev.waybill.server.http.api.NodeEndpoints;
import dev.waybill.server.http.api.ObserverEndpoints;
import dev.waybill.server.http.api.PresenceEndpoints;
import dev.waybill.server.http.api.ReactionEndpoints;
import dev.waybill.server.http.api.SearchEndpoints;
import dev.waybill.server.http.api.SessionEventEndpoints;
import dev.waybill.server.http.api.WorkspaceEndpoints;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.http.socket.SocketRoute;
import dev.waybill.server.idempotency.Idempotency;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerTail;
import dev.waybill.server.mcp.tool.RelayOffer;
import dev.waybill.server.message.Batches;
import dev.waybill.server.message.Conversations;
import dev.waybill.server.message.Groups;
import dev.waybill.server.message.History;
import dev.waybill.server.message.Inboxes;
import dev.waybill.server.message.Indexer;
import dev.waybill.server.message.Messages;
import dev.waybill.server.message.Reactions;
import dev.waybill.server.message.Reads;
import dev.waybill.server.message.ResultMail;
import dev.waybill.server.message.Search;
import dev.waybill.server.node.Connections;
import dev.waybill.server.node.NodeChannel;
import dev.waybill.server.node.NodeDesk;
import dev.waybill.server.observe.ObserverStreams;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.policy.PolicyRules;
import dev.waybill.server.push.Pushes;
import dev.waybill.server.redact.KnownSecret;
import dev.waybill.server.redact.Redactor;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.sweep.Sweeps;
import dev.waybill.server.ui.OperatorPage;
import dev.waybill.server.workspace.Activity;
import dev.waybill.server.workspace.AgentDirectory;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.ChannelChanges;
import dev.waybill.server.workspace.ChannelDirectory;
import dev.waybill.server.workspace.Credentials;
import dev.waybill.server.workspace.Flushing;
import dev.waybill.server.workspace.Memberships;
import dev.waybill.server.workspace.Notices;
import dev.waybill.server.workspace.Observers;
import dev.waybill.server.workspace.Presence;
import dev.waybill.server.workspace.SessionEvents;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.WorkspaceChanges;
import dev.waybill.server.workspace.Workspaces;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The wiring: every object of the server is made here, once, and handed what it needs.
final class Core {
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(15);
    private static final Duration OTHERS_INTERVAL = Duration.ofSeconds(1);

    private final Config config;
    private final DataFolder folder;
    private final Database database;
    private final PrometheusMeterRegistry metrics;
    private final Json json;
    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock;
    private final Notices notices;
    private final Supplies supplies;
    private final Credentials credentials;
    private final Presence presence;
    private final Workspaces workspaces;
    private final Agents agents;
    private final Messages messages;
    private final History history;
    private final ActionSet actions;
    private final Connections connections;
    private final Idempotency idempotency;
    private final Mail mail;
    private final Pushes pushes;
    private final Nodes nodes;
    private final Hosting hosting;
    private final Reactions reactions;
    private final Reads reads;
    private final Groups groups;
    private final Indexer indexer;
    private final Observers observers;
    private final LedgerTail tail;
    private final ObserverStreams streams;
    private final Extras extras;
    private final Networking networking;
    private final Outward outward;
    private final RouteTable table;
    private final Hosts hosts;
    private final Numbering numbering;

    private Core(
            Config config,
            Outside outside,
            DataFolder folder,
            Database database,
            PrometheusMeterRegistry metrics) {
        this.config = config;
        this.folder = folder;
        this.database = database;
        this.metrics = metrics;
        this.clock = outside.clock();
        this.json = new Json(limits(config));
        Json stored = new Json(JsonLimits.STORED);
        Snowflakes ids = new Snowflakes(clock, config.server().workerId());
        this.supplies = new Supplies(database, ids, clock, random, stored);
        this.workspaces = new Workspaces(supplies);
        Ledger ledger = new Ledger();
        this.connections = new Connections();
        this.mail = Mail.over(config, supplies, ledger, metrics);
        this.notices = new Notices(ledger, mail.signals());
        this.credentials = new Credentials(database, clock, stored);
        this.presence = new Presence(supplies, notices);
        presence.onActivity(mail.holds()::state);
        this.agents = new Agents(supplies, notices, presence, credentials);
        this.idempotency = new Idempotency(stored, clock);
        this.messages =
                new Messages(database, ids, stored, mail.deliveries(), ledger, idempotency, clock);
        TargetGuard guard = new TargetGuard(config.outbound().allowedNetworks());
        this.nodes = new Nodes(supplies, guard);
        this.hosting = new Hosting(supplies, nodes, agents, presence);
        this.actions =
                ActionSet.over(
                        supplies,
                        new ActionSet.Listeners(
                                ledger,
                                mail.signals(),
                                new ResultMail(ids, stored, mail.deliveries())),
                        idempotency,
                        new Departures(hosting, agents),
                        connections,
                        PolicyRules.of(config.actions().rules()));
        this.pushes = new Pushes(database, stored, mail.pushQueue(), nodes, guard, config, clock);
        mail.mailboxes().elsewhere(pushes);
        presence.connectedWhen(agent -> mail.mailboxes().connected(agent) || pushes.reaches(agent));
        this.history = new History(database, stored, mail.mailboxes());
        this.reactions = new Reactions(database, ids, clock, mail.signals(), ledger);
        this.reads = new Reads(database, clock, mail.signals(), ledger);
        this.groups = new Groups(database, ids, clock, ledger, idempotency);
        this.indexer = new Indexer(database);
        ledger.onAppend(_ -> indexer.ring());
        this.observers = new Observers(supplies, notices, credentials);
        this.tail = new LedgerTail(database, stored);
        this.streams = new ObserverStreams(tail, credentials, json);
        ledger.onAppend(streams::wake);
        observers.onChange(streams::checkTokens);
        this.extras =
                new Extras(
                        new Extras.Lent(
                                config,
                                folder,
                                database,
                                ids,
                                clock,
                                random,
                                stored,
                                messages,
                                ledger,
                                this::trigger,
                                actions.actions()::sees));
        this.networking =
                new Networking(
                        new Networking.Lent(
                                config, supplies, ledger, mail, presence, metrics, stored));
        this.outward =
                new Outward(
                        new Outward.Lent(
                                config,
                                folder,
                                supplies,
                                ledger,
                                mail,
                                presence,
                                metrics,
                                guard,
                                redactor(),
                                outside));
        this.table = outward.addTo(networking.addTo(extras.addTo(mail.addTo(routes()))));
        this.hosts =
                new Hosts(
                        new Hosts.Lent(
                                json,
                                clock,
                                this::identify,
                                actions,
                                mail,
                                ledger,
                                tail,
                                config.network().enabled()),
                        table);
        agents.onChange(hosts.offer()::agentsChanged);
        this.numbering = Numbering.over(supplies);
        numbering.follow();
    }

    /// Whoever wrote what a trigger listens for did not ask for the result.
    private void trigger(Caller.Agent author, String action, JsonNode input, RequestKey key) {
        actions.calls().invokeQuietly(author, new Ask.Named(action, input), key);
    }

    static Core open(Config config, Outside outside, Parts parts) {
        DataFolder folder = parts.add(DataFolder.open(config.server().data()));
        folder.requireWhole();
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        parts.add(metrics::close);
        Database database = parts.add(Database.open(config.store(), folder, metrics));
        Core core = new Core(config, outside, folder, database, metrics);
        core.mail.start(parts);
        parts.add(core.indexer).start();
        parts.add(core.streams).start();
        parts.add(core.pushes).start(core.hosting);
        Sweeps sweeps = parts.add(new Sweeps());
        core.sweep(sweeps);
        core.extras.start(parts, sweeps);
        core.hosts.start(parts, sweeps);
        core.networking.start(parts, sweeps);
        core.outward.start(parts, sweeps);
        return core;
    }

    private void sweep(Sweeps sweeps) {
        sweeps.every(SWEEP_INTERVAL, "presence", presence::sweep);
        mail.sweep(sweeps, SWEEP_INTERVAL);
        boolean shared = mail.others().possible();
        if (shared) {
            sweeps.every(OTHERS_INTERVAL, "records of other servers", streams::wakeAll);
        }
        sweeps.every(shared ? OTHERS_INTERVAL : SWEEP_INTERVAL, "newest ids", numbering::follow);
        sweeps.every(Duration.ofSeconds(5), "deliveries to post", pushes::sweep);
        sweeps.every(SWEEP_INTERVAL, "idempotency", this::forgetAnswers);
        sweeps.every(SWEEP_INTERVAL, "nodes", () -> hosting.sweep(connections::connected));
        sweeps.every(SWEEP_INTERVAL, "workspaces", this::endConnectionsOfGone);
        sweeps.every(SWEEP_INTERVAL, "invocations", actions.outstanding()::sweep);
    }

    /// Some workspaces end by themselves, and others are taken away by another server.
    private void endConnectionsOfGone() {
        connections.endUnless(workspace -> workspaces.find(workspace).isPresent());
    }

    private void forgetAnswers() {
        database.write(
                tx -> {
                    idempotency.forgetOld(tx);
                    return true;
                });
    }

    Optional<Keys> firstStart() {
        return new FirstStart(workspaces, agents, random).run(database, folder, json);
    }

    /// What MCP hosts are offered.
    RelayOffer offer() {
        return hosts.offer();
    }

    HttpEdge.Setup edge() {
        return new HttpEdge.Setup(
                config.server(),
                config.http(),
                config.tls(),
                new HttpEdge.Api(
                        table.with(hosts.routes()),
                        sockets(),
                        this::identify,
                        new CoreFaults(),
                        json,
                        config.ui().enabled() ? OperatorPage.site() : Site.NONE),
                new HttpEdge.Operations(Product.version(), this::readiness, metrics));
    }

    private List<SocketRoute> sockets() {
        NodeDesk desk =
                new NodeDesk(
                        database,
                        json,
                        clock,
                        connections,
                        mail.attachments(),
                        nodes,
                        hosting,
                        presence,
                        actions,
                        messages,
                        mail.book());
        return List.of(
                new NodeChannel(desk, this::identify).route(),
                new SocketRoute("/v1/ws", streams::admit));
    }

    private RouteTable routes() {
        AgentDirectory agentDirectory = new AgentDirectory(database, supplies.json());
        WorkspaceChanges changes = new WorkspaceChanges(supplies, notices, presence, credentials);
        changes.onDelete(connections::end);
        return RouteTable.of(
                new EntranceEndpoints(
                                workspaces, this::identify, config.access(), config.server(), clock)
                        .routes(),
                new WorkspaceEndpoints(workspaces, changes, new Activity(database)).routes(),
                new AgentEndpoints(agents, agentDirectory).routes(),
                new PresenceEndpoints(presence, agentDirectory).routes(),
                new SessionEventEndpoints(
                                new SessionEvents(
                                        supplies, notices, presence, mail.holds(), redactor()))
                        .routes(),
                new ChannelEndpoints(
                                new ChannelChanges(supplies, notices),
                                new ChannelDirectory(database, supplies.json()))
                        .routes(),
                new MembershipEndpoints(new Memberships(supplies, notices)).routes(),
                new MessageEndpoints(messages, history).routes(),
                new ActionEndpoints(actions.actions()).routes(),
                new InvocationEndpoints(actions.calls(), actions.invocations(), json).routes(),
                new NodeEndpoints(nodes, hosting).routes(),
                new FlushEndpoints(new Flushing(database, mail.holds())).routes(),
                new ReactionEndpoints(reactions, reads).routes(),
                new ConversationEndpoints(messages, history, new Conversations(database)).routes(),
                new GroupEndpoints(groups).routes(),
                new InboxEndpoints(new Inboxes(database), new Batches(database, messages, json))
                        .routes(),
                new SearchEndpoints(new Search(database)).routes(),
                new EventEndpoints(tail).routes(),
                new ObserverEndpoints(observers).routes());
    }

    /// Whoever shows a token is seen.
    private Optional<Caller> identify(Token token) {
        Optional<Caller> caller = credentials.identify(token);
        caller.ifPresent(presence::seen);
        return caller;
    }

    private List<Readiness.Check> readiness() {
        try {
            database.check();
            return List.of(new Readiness.Check("store", true, null));
        } catch (StoreException e) {
            return List.of(new Readiness.Check("store", false, e.kind().words()));
        }
    }

    private Redactor redactor() {
        Set<KnownSecret> without = EnumSet.noneOf(KnownSecret.class);
        config.redaction().without().forEach(word -> KnownSecret.of(word).ifPresent(without::add));
        return new Redactor(config.redaction().patterns(), without);
    }

    private static JsonLimits limits(Config config) {
        JsonLimits defaults = JsonLimits.DEFAULTS;
        return new JsonLimits(
                config.http().maxBodyBytes(), defaults.maxDepth(), defaults.maxNumberDigits());
    }
}
