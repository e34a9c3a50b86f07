package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.AgentCreated;
import dev.waybill.protocol.workspace.AgentStatus;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Registers and lists the agents of a workspace.
public final class Agents {
    private final Database database;
    private final Snowflakes ids;
    private final InstantSource clock;
    private final SecureRandom random;
    private final AgentTable agents;
    private final TokenTable tokens = new TokenTable();
    private final ChannelTable channels = new ChannelTable();

    public Agents(
            Database database,
            Snowflakes ids,
            InstantSource clock,
            SecureRandom random,
            Json json) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.random = random;
        this.agents = new AgentTable(json);
    }

    public Registration register(WorkspaceId workspace, NewAgent wanted) {
        Token token = Token.mint(TokenKind.AGENT, random);
        return database.write(tx -> register(tx, workspace, wanted, token));
    }

    /// Registers an agent, in a transaction with other things, whose token the caller has minted already.
    public Registration register(Tx tx, WorkspaceId workspace, NewAgent wanted, Token token) {
        Agent agent = agent(wanted, clock.instant());
        if (!agents.insert(tx, workspace, agent)) {
            return new Registration.NameTaken(agent.name());
        }
        tokens.insert(tx, token, workspace, agent.id().text(), agent.createdAt());
        channels.join(tx, workspace, Workspaces.GENERAL, agent.id(), agent.createdAt());
        return new Registration.Registered(created(workspace, agent, token));
    }

    public List<Agent> all(WorkspaceId workspace) {
        return database.read(tx -> agents.all(tx, workspace));
    }

    public Optional<Agent> find(WorkspaceId workspace, AgentId agent) {
        return database.read(tx -> agents.find(tx, workspace, agent));
    }

    private Agent agent(NewAgent wanted, Instant now) {
        return new Agent(
                new AgentId(ids.next()),
                wanted.name(),
                "@" + wanted.name(),
                Objects.requireNonNullElse(wanted.type(), AgentType.AGENT),
                AgentStatus.ONLINE,
                wanted.persona(),
                wanted.capabilities(),
                Objects.requireNonNullElseGet(wanted.metadata(), Json::emptyObject),
                now,
                now);
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
