package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OBSERVER;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.workspace.ActivityItem;
import dev.waybill.protocol.workspace.NewSystemPrompt;
import dev.waybill.protocol.workspace.SystemPrompt;
import dev.waybill.protocol.workspace.Workspace;
import dev.waybill.protocol.workspace.WorkspaceUpdate;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.workspace.Activity;
import dev.waybill.server.workspace.WorkspaceChanges;
import dev.waybill.server.workspace.Workspaces;

/// Answers for the workspace of the caller.
public final class WorkspaceEndpoints {
    private static final Access OWNERS = Access.of(OWNER);
    private static final Access OWNERS_AND_OBSERVERS =
            Access.of(OWNER).orObserver(ObserverScope.ACTIVITY_READ);

    private final Workspaces workspaces;
    private final WorkspaceChanges changes;
    private final Activity activity;

    public WorkspaceEndpoints(Workspaces workspaces, WorkspaceChanges changes, Activity activity) {
        this.workspaces = workspaces;
        this.changes = changes;
        this.activity = activity;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Workspace",
                Route.get("/v1/workspace", Access.of(OWNER, OBSERVER))
                        .summary("Shows the workspace of the token.")
                        .answers(Workspace.class)
                        .fails(ErrorCode.WORKSPACE_NOT_FOUND)
                        .to(this::show),
                Route.patch("/v1/workspace", OWNERS)
                        .summary("Changes the workspace; metadata is merged key by key.")
                        .takes(WorkspaceUpdate.class)
                        .answers(Workspace.class)
                        .fails(ErrorCode.WORKSPACE_NOT_FOUND)
                        .to(this::update),
                Route.delete("/v1/workspace", OWNERS)
                        .summary("Deletes the workspace; no token of it works afterwards.")
                        .answersNothing()
                        .fails(ErrorCode.WORKSPACE_NOT_FOUND)
                        .to(this::delete),
                Route.get("/v1/workspace/system-prompt", Access.of(OWNER, OBSERVER))
                        .summary("Shows what agents of the workspace are told first.")
                        .answers(SystemPrompt.class)
                        .fails(ErrorCode.WORKSPACE_NOT_FOUND)
                        .to(this::systemPrompt),
                Route.put("/v1/workspace/system-prompt", OWNERS)
                        .summary("Sets what agents are told first, or goes back to the default.")
                        .takes(NewSystemPrompt.class)
                        .answers(SystemPrompt.class)
                        .fails(ErrorCode.WORKSPACE_NOT_FOUND)
                        .to(this::setSystemPrompt),
                Route.get("/v1/activity", OWNERS_AND_OBSERVERS)
                        .summary(
                                "Lists what was said lately anywhere in the workspace, newest first.")
                        .query("limit", "How many, 1 to 100; 50 if left out or not a number.")
                        .answers(ActivityItem[].class)
                        .to(this::activity));
    }

    Answer show(Call call) {
        return workspaces
                .find(call.caller().workspace())
                .map(Answer::data)
                .orElseThrow(
                        () ->
                                new Problem(
                                        ErrorCode.WORKSPACE_NOT_FOUND,
                                        "The workspace is no longer there"));
    }

    Answer update(Call call) {
        return Answer.data(
                changes.update(call.caller().workspace(), call.body(WorkspaceUpdate.class)));
    }

    Answer delete(Call call) {
        changes.delete(call.caller().workspace());
        return Answer.empty();
    }

    Answer systemPrompt(Call call) {
        return Answer.data(changes.systemPrompt(call.caller().workspace()));
    }

    Answer setSystemPrompt(Call call) {
        return Answer.data(
                changes.setSystemPrompt(
                        call.caller().workspace(), call.body(NewSystemPrompt.class).wanted()));
    }

    Answer activity(Call call) {
        return Answer.data(
                activity.newest(
                        call.caller(),
                        Queries.limit(call, Activity.DEFAULT_LIMIT, Activity.MAX_LIMIT)));
    }
}
