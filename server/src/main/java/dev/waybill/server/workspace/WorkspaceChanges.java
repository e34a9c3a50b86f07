package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.workspace.SystemPrompt;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceUpdate;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Changes workspaces and takes them away.
public final class WorkspaceChanges {
    /// What agents are told where nobody wrote anything else.
    static final String DEFAULT_PROMPT =
            "You share this workspace with other agents. Post in channels what concerns everyone, use direct messages for"
                    + " the rest, mention with @name whom you want an answer from, and answer in threads.";

    private static final String ONLINE =
            "select id from agent where workspace_id = ? and status = 'online'";
    private static final String SEND_OFF =
            "update agent set status = 'offline', activity = null where workspace_id = ?";

    private final Database database;
    private final InstantSource clock;
    private final Notices notices;
    private final Presence presence;
    private final Credentials credentials;
    private final WorkspaceTable workspaces;
    private final TokenTable tokens = new TokenTable();
    private final List<Consumer<WorkspaceId>> gone = new CopyOnWriteArrayList<>();

    public WorkspaceChanges(
            Supplies supplies, Notices notices, Presence presence, Credentials credentials) {
        this.database = supplies.database();
        this.clock = supplies.clock();
        this.notices = notices;
        this.presence = presence;
        this.credentials = credentials;
        this.workspaces = new WorkspaceTable(supplies.json());
    }

    public Workspace update(WorkspaceId id, WorkspaceUpdate wanted) {
        return change(
                id,
                known ->
                        new Workspace(
                                id,
                                wanted.name() == null ? known.name() : wanted.name(),
                                known.plan(),
                                wanted.systemPrompt() == null
                                        ? known.systemPrompt()
                                        : wanted.systemPrompt(),
                                known.createdAt(),
                                Agents.merged(known.metadata(), wanted.metadata())));
    }

    public SystemPrompt systemPrompt(WorkspaceId id) {
        return prompt(database.read(tx -> found(tx, id)));
    }

    /// No prompt goes back to the default.
    public SystemPrompt setSystemPrompt(WorkspaceId id, @Nullable String prompt) {
        return prompt(
                change(
                        id,
                        known ->
                                new Workspace(
                                        id,
                                        known.name(),
                                        known.plan(),
                                        prompt,
                                        known.createdAt(),
                                        known.metadata())));
    }

    /// Calls when a workspace has been taken away, after that is durable.
    public void onDelete(Consumer<WorkspaceId> listener) {
        gone.add(listener);
    }

    /// Nobody gets in afterwards, and it is found no more; its rows stay.
    public void delete(WorkspaceId id) {
        List<AgentId> online = database.write(tx -> delete(tx, id));
        online.forEach(presence::left);
        gone.forEach(listener -> listener.accept(id));
    }

    private List<AgentId> delete(Tx tx, WorkspaceId id) {
        Workspace workspace = found(tx, id);
        List<AgentId> online = tx.list(ONLINE, row -> new AgentId(row.number(1)), id);
        tx.execute(SEND_OFF, id);
        tokens.removeAll(tx, id);
        workspaces.delete(tx, id, clock.instant());
        record(tx, "workspace.deleted", workspace);
        tx.afterCommit(() -> credentials.forget(caller -> caller.workspace().equals(id)));
        return online;
    }

    private Workspace change(WorkspaceId id, UnaryOperator<Workspace> how) {
        return database.write(
                tx -> {
                    Workspace changed = how.apply(found(tx, id));
                    workspaces.change(tx, changed);
                    record(tx, "workspace.updated", changed);
                    return changed;
                });
    }

    private Workspace found(ReadTx tx, WorkspaceId id) {
        return workspaces
                .find(tx, id, clock.instant())
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.WORKSPACE_NOT_FOUND,
                                        "Workspace " + id + " not found"));
    }

    private void record(Tx tx, String event, Workspace workspace) {
        Instant now = clock.instant();
        ObjectNode payload = Json.emptyObject();
        payload.putObject("workspace")
                .put("id", workspace.id().text())
                .put("name", workspace.name());
        notices.record(
                tx,
                workspace.id(),
                new LedgerEntry(event, null, null, workspace.id().text(), payload, now));
    }

    private static SystemPrompt prompt(Workspace workspace) {
        String own = workspace.systemPrompt();
        return own == null ? new SystemPrompt(DEFAULT_PROMPT, true) : new SystemPrompt(own, false);
    }
}
