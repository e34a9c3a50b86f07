package dev.waybill.server.http.api;

import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
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
