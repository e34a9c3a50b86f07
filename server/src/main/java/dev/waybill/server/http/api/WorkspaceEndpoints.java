package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OBSERVER;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceCreated;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Workspaces;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// Answers for workspaces.
public final class WorkspaceEndpoints {
    private final Workspaces workspaces;
    private final AccessConfig access;
    private final boolean open;

    public WorkspaceEndpoints(Workspaces workspaces, AccessConfig access, ServerConfig server) {
        this.workspaces = workspaces;
        this.access = access;
        this.open = access.openWorkspaces() || server.loopback();
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Workspaces",
                Route.post("/v1/workspaces", Access.anyone())
                        .summary(
                                "Creates a workspace; its key is in the answer and nowhere else. Beyond loopback the server's admin token is needed.")
                        .takes(NewWorkspace.class)
                        .answers(201, WorkspaceCreated.class)
                        .fails(ErrorCode.UNAUTHORIZED)
                        .to(this::create),
                Route.get("/v1/workspace", Access.of(OWNER, OBSERVER))
                        .summary("Shows the workspace of the token.")
                        .answers(Workspace.class)
                        .to(this::show));
    }

    Answer create(Call call) {
        if (!open && call.bearer().filter(this::isAdmin).isEmpty()) {
            throw new Problem(
                    ErrorCode.UNAUTHORIZED,
                    "Creating a workspace on this server needs its admin token");
        }
        return Answer.data(workspaces.create(call.body(NewWorkspace.class)));
    }

    Answer show(Call call) {
        return Answer.data(
                workspaces
                        .find(call.caller().workspace())
                        .orElseThrow(
                                () -> new IllegalStateException("a token outlived its workspace")));
    }

    private boolean isAdmin(String bearer) {
        String admin = access.adminToken();
        return admin != null
                && MessageDigest.isEqual(
                        admin.getBytes(StandardCharsets.UTF_8),
                        bearer.getBytes(StandardCharsets.UTF_8));
    }
}
