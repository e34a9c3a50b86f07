package dev.waybill.server;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Registration;
import dev.waybill.server.workspace.Workspaces;
import java.security.SecureRandom;
import java.util.Optional;

/// Gives an empty server a workspace and an agent to begin with.
final class FirstStart {
    private static final String WORKSPACE = "default";
    private static final String AGENT = "operator";

    private final Workspaces workspaces;
    private final Agents agents;
    private final SecureRandom random;

    FirstStart(Workspaces workspaces, Agents agents, SecureRandom random) {
        this.workspaces = workspaces;
        this.agents = agents;
        this.random = random;
    }

    /// The keys that were made, or nothing when the server is not empty.
    Optional<Keys> run(Database database, DataFolder folder, Json json) {
        return workspaces.none() ? Optional.of(create(database, folder, json)) : Optional.empty();
    }

    /// The key file comes first: were it the other way round, a crash in between would leave a key that nobody knows.
    private Keys create(Database database, DataFolder folder, Json json) {
        Token key = Token.mint(TokenKind.WORKSPACE, random);
        Token agentToken = Token.mint(TokenKind.AGENT, random);
        Keys keys = new Keys(WORKSPACE, key.secret(), AGENT, agentToken.secret());
        folder.writeSecret(Keys.FILE, json.write(keys));
        database.write(tx -> insert(tx, key, agentToken));
        return keys;
    }

    private Registration insert(Tx tx, Token key, Token agentToken) {
        WorkspaceId workspace =
                workspaces.create(tx, new NewWorkspace(WORKSPACE), key).workspaceId();
        NewAgent operator = new NewAgent(AGENT, AgentType.HUMAN, null, null, null);
        return agents.register(tx, workspace, operator, agentToken);
    }
}
