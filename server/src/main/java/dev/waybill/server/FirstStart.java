package dev.waybill.server;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.protocol.workspace.AgentType;
import dev.waybill.protocol.workspace.NewAgent;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.store.DataFolder;
import dev.waybill.server.workspace.Agents;
import dev.waybill.server.workspace.Workspaces;
import java.security.SecureRandom;
import java.util.Optional;

/// Gives an empty server a workspace and an agent to begin with.
final class FirstStart {
    private static final String WORKSPACE = "default";
    private static final String AGENT = "operator";

    private final Workspaces workspaces;
    private final Agents agents;
    private final DataFolder folder;
    private final Json json;
    private final SecureRandom random;

    FirstStart(
            Workspaces workspaces,
            Agents agents,
            DataFolder folder,
            Json json,
            SecureRandom random) {
        this.workspaces = workspaces;
        this.agents = agents;
        this.folder = folder;
        this.json = json;
        this.random = random;
    }

    /// The keys that were made, or nothing when the server is not empty.
    Optional<Keys> run() {
        return workspaces.none() ? Optional.of(create()) : Optional.empty();
    }

    /// The key file comes first: were it the other way round, a crash in between would leave a key that nobody knows.
    private Keys create() {
        Token key = Token.mint(TokenKind.WORKSPACE, random);
        Token agentToken = Token.mint(TokenKind.AGENT, random);
        Keys keys = new Keys(WORKSPACE, key.secret(), AGENT, agentToken.secret());
        folder.writeSecret(Keys.FILE, json.write(keys));
        var workspace = workspaces.create(new NewWorkspace(WORKSPACE), key).workspaceId();
        agents.register(
                workspace, new NewAgent(AGENT, AgentType.HUMAN, null, null, null), agentToken);
        return keys;
    }
}
