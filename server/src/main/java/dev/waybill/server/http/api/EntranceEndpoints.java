package dev.waybill.server.http.api;

import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceCreated;
import dev.waybill.protocol.workspace.WorkspaceName;
import dev.waybill.server.config.AccessConfig;
import dev.waybill.server.config.ServerConfig;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Authenticator;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.RateLimit;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Workspaces;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Optional;

/// Answers those who have no workspace yet, or know one by its name only.
public final class EntranceEndpoints {
    private static final int LOOK_UPS_PER_MINUTE = 30;

    /// Unlike other tokens the admin token is made up by somebody, so that it might be guessed.
    private static final int GUESSES_PER_MINUTE = 10;

    private final Workspaces workspaces;
    private final Authenticator authenticator;
    private final AccessConfig access;
    private final boolean open;
    private final RateLimit<String> lookUps;
    private final RateLimit<String> guesses;

    public EntranceEndpoints(
            Workspaces workspaces,
            Authenticator authenticator,
            AccessConfig access,
            ServerConfig server,
            InstantSource clock) {
        this.workspaces = workspaces;
        this.authenticator = authenticator;
        this.access = access;
        this.open = access.openWorkspaces() || server.loopback();
        this.lookUps = new RateLimit<>(LOOK_UPS_PER_MINUTE, clock);
        this.guesses = new RateLimit<>(GUESSES_PER_MINUTE, clock);
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Workspaces",
                Route.post("/v1/workspaces", Access.anyone())
                        .summary(
                                "Creates a workspace; its key is in the answer and nowhere else. Who shows the key of a workspace of that name gets that one. Beyond loopback the server's admin token is needed.")
                        .takes(NewWorkspace.class)
                        .answers(201, WorkspaceCreated.class)
                        .fails(ErrorCode.UNAUTHORIZED, ErrorCode.RATE_LIMIT_EXCEEDED)
                        .to(this::create),
                Route.get("/v1/workspaces/by-name/{name}", Access.anyone())
                        .summary("Finds a workspace by its name; thirty times a minute.")
                        .answers(WorkspaceName.class)
                        .fails(
                                ErrorCode.WORKSPACE_NOT_FOUND,
                                ErrorCode.RATE_LIMIT_EXCEEDED,
                                ErrorCode.UNAVAILABLE)
                        .to(this::find));
    }

    Answer create(Call call) {
        NewWorkspace wanted = call.body(NewWorkspace.class);
        Optional<WorkspaceCreated> own = call.bearer().flatMap(key -> own(key, wanted.name()));
        if (own.isPresent()) {
            return Answer.data(own.get()).withStatus(200);
        }
        if (!open) {
            requireAdmin(call);
        }
        return Answer.data(workspaces.create(wanted));
    }

    Answer find(Call call) {
        lookUps.count(call.sender()).check();
        String name = call.path("name");
        return workspaces
                .find(name)
                .map(found -> new WorkspaceName(found.id(), found.name(), found.createdAt()))
                .map(Answer::data)
                .orElseThrow(
                        () ->
                                new Problem(
                                        ErrorCode.WORKSPACE_NOT_FOUND,
                                        "Workspace \"" + name + "\" not found"));
    }

    /// The workspace of that name, if the caller holds its key.
    private Optional<WorkspaceCreated> own(String bearer, String name) {
        return Token.parse(bearer)
                .flatMap(authenticator::identify)
                .filter(Caller.Owner.class::isInstance)
                .flatMap(owner -> workspaces.find(owner.workspace()))
                .filter(workspace -> workspace.name().equals(name))
                .map(workspace -> created(workspace, bearer));
    }

    private static WorkspaceCreated created(Workspace workspace, String key) {
        return new WorkspaceCreated(workspace.id(), key, workspace.createdAt());
    }

    /// Who has guessed wrong too often is not listened to for a while, even if the next guess would be right.
    private void requireAdmin(Call call) {
        RateLimit.Usage next = guesses.next(call.sender());
        if (next.exceeded()) {
            throw next.refusal("wrong admin tokens");
        }
        if (call.bearer().filter(this::isAdmin).isEmpty()) {
            call.bearer().ifPresent(_ -> guesses.count(call.sender()));
            throw new Problem(
                    ErrorCode.UNAUTHORIZED,
                    "Creating a workspace on this server needs its admin token");
        }
    }

    private boolean isAdmin(String bearer) {
        String admin = access.adminToken();
        return admin != null
                && MessageDigest.isEqual(
                        admin.getBytes(StandardCharsets.UTF_8),
                        bearer.getBytes(StandardCharsets.UTF_8));
    }
}
