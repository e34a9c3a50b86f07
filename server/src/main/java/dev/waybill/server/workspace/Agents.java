package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.protocol.workspace.AgentUpdate;
import dev.waybill.protocol.workspace.MemberRole;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.RotatedToken;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Registers the agents of a workspace, changes them, and lets them go.
public final class Agents {
    /// How long the tokens from before a rotation go on working, for those who have not heard of it.
    static final Duration GRACE = Duration.ofSeconds(60);

    private final Supplies supplies;
    private final Database database;
    private final Notices notices;
    private final Presence presence;
    private final Credentials credentials;
    private final Memberships memberships;
    private final AgentTable agents;
    private final TokenTable tokens = new TokenTable();
    private final List<Consumer<WorkspaceId>> listeners = new CopyOnWriteArrayList<>();

    public Agents(Supplies supplies, Notices notices, Presence presence, Credentials credentials) {
        this.supplies = supplies;
        this.database = supplies.database();
        this.notices = notices;
        this.presence = presence;
        this.credentials = credentials;
        this.memberships = new Memberships(supplies, notices);
        this.agents = new AgentTable(supplies.json());
    }

    /// Tells the listener, after the commit, of each workspace in which an agent was changed or removed. It must be quick.
    public void onChange(Consumer<WorkspaceId> listener) {
        listeners.add(listener);
    }

    public Registration register(WorkspaceId workspace, NewAgent wanted) {
        Token token = Token.mint(TokenKind.AGENT, supplies.random());
        return database.write(tx -> register(tx, workspace, wanted, token));
    }

    /// Registers an agent, in a transaction with other things, whose token the caller has minted already.
    public Registration register(Tx tx, WorkspaceId workspace, NewAgent wanted, Token token) {
        Agent agent = agent(wanted, supplies.clock().instant());
        if (!agents.insert(tx, workspace, agent)) {
            return new Registration.NameTaken(agent.name());
        }
        AgentName name = new AgentName(agent.id(), agent.name());
        tokens.insert(tx, token, workspace, agent.id().text(), agent.createdAt());
        memberships.join(
                tx,
                memberships.open(tx, workspace, Workspaces.GENERAL),
                name,
                MemberRole.MEMBER,
                agent.createdAt());
        // Those in #general have just been told.
        notices.record(
                tx, workspace, Notices.statusOf(name, AgentStatus.ONLINE, agent.createdAt()));
        return new Registration.Registered(created(workspace, agent, token));
    }

    public Agent update(WorkspaceId workspace, String name, AgentUpdate wanted) {
        return database.write(
                tx -> {
                    Agent agent = found(tx, workspace, name);
                    agents.change(tx, changed(agent, wanted));
                    changed(tx, workspace);
                    if (wanted.status() != null) {
                        presence.report(
                                tx, workspace, new AgentName(agent.id(), name), wanted.status());
                    }
                    return found(tx, workspace, name);
                });
    }

    /// The name is free afterwards; what the agent wrote stays, and stays its own.
    public void remove(WorkspaceId workspace, String name) {
        AgentName gone =
                database.write(
                        tx -> {
                            AgentName agent = agents.require(tx, workspace, name);
                            erase(tx, workspace, agent);
                            return agent;
                        });
        presence.left(gone.id());
    }

    /// The same in a transaction with other things.
    public void remove(Tx tx, WorkspaceId workspace, AgentName agent) {
        erase(tx, workspace, agent);
        tx.afterCommit(() -> presence.left(agent.id()));
    }

    public RotatedToken rotateToken(WorkspaceId workspace, String name) {
        Token token = Token.mint(TokenKind.AGENT, supplies.random());
        return database.write(
                tx -> rotateToken(tx, workspace, agents.require(tx, workspace, name), token));
    }

    /// Gives the agent, in a transaction with other things, a token that the caller has minted already.
    public RotatedToken rotateToken(Tx tx, WorkspaceId workspace, AgentName agent, Token token) {
        Instant now = supplies.clock().instant();
        tokens.expire(tx, agent.id(), now, now.plus(GRACE));
        tokens.insert(tx, token, workspace, agent.id().text(), now);
        credentials.forget(tx, agent.id());
        return new RotatedToken(agent.name(), token.secret());
    }

    private void erase(Tx tx, WorkspaceId workspace, AgentName agent) {
        Instant now = supplies.clock().instant();
        presence.offline(tx, workspace, agent);
        memberships.leaveAll(tx, workspace, agent, now);
        tokens.remove(tx, agent.id());
        agents.remove(tx, agent.id(), now);
        credentials.forget(tx, agent.id());
        changed(tx, workspace);
    }

    private void changed(Tx tx, WorkspaceId workspace) {
        tx.afterCommit(() -> listeners.forEach(listener -> listener.accept(workspace)));
    }

    private Agent found(Tx tx, WorkspaceId workspace, String name) {
        return agents.find(tx, workspace, name).orElseThrow(() -> AgentTable.notFound(name));
    }

    private Agent agent(NewAgent wanted, Instant now) {
        return new Agent(
                new AgentId(supplies.ids().next()),
                wanted.name(),
                "@" + wanted.name(),
                Objects.requireNonNullElse(wanted.type(), AgentType.AGENT),
                AgentStatus.ONLINE,
                wanted.persona(),
                wanted.capabilities(),
                Objects.requireNonNullElseGet(wanted.metadata(), Json::emptyObject),
                now,
                now,
                null);
    }

    private static Agent changed(Agent agent, AgentUpdate wanted) {
        return new Agent(
                agent.id(),
                agent.name(),
                agent.handle(),
                agent.type(),
                agent.status(),
                wanted.persona() == null ? agent.persona() : wanted.persona(),
                wanted.capabilities() == null ? agent.capabilities() : wanted.capabilities(),
                merged(agent.metadata(), wanted.metadata()),
                agent.createdAt(),
                agent.lastSeen(),
                agent.activity());
    }

    static JsonNode merged(JsonNode metadata, @Nullable ObjectNode more) {
        if (more == null) {
            return metadata;
        }
        return metadata instanceof ObjectNode known ? known.setAll(more) : more;
    }

    private static AgentCreated created(WorkspaceId workspace, Agent agent, Token token) {
        return new AgentCreated(
                agent.id(),
                agent.name(),
                agent.handle(),
                token.secret(),
                agent.status(),
                agent.capabilities(),
                agent.createdAt(),
                workspace);
    }
}
