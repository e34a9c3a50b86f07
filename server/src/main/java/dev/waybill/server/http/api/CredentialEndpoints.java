package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.outbound.CredentialView;
import dev.waybill.protocol.outbound.NewCredential;
import dev.waybill.server.credential.Vault;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;

/// Answers for the credentials of a workspace. What is in them goes in and never comes out.
public final class CredentialEndpoints {
    private final Vault vault;

    public CredentialEndpoints(Vault vault) {
        this.vault = vault;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Credentials",
                Route.get("/v1/credentials", Access.of(OWNER))
                        .summary("Lists the credentials of the workspace, without their values.")
                        .answers(CredentialView[].class)
                        .to(call -> Answer.data(vault.all(call.caller().workspace()))),
                Route.put("/v1/credentials/{name}", Access.of(OWNER))
                        .summary(
                                "Keeps what a provider is used with, sealed; one of that name is replaced. The first of a provider is its default.")
                        .takes(NewCredential.class)
                        .answers(CredentialView.class)
                        .to(this::put),
                Route.delete("/v1/credentials/{name}", Access.of(OWNER))
                        .summary("Forgets a credential.")
                        .answersNothing()
                        .fails(ErrorCode.UNKNOWN_CREDENTIAL)
                        .to(this::delete));
    }

    private Answer put(Call call) {
        return Answer.data(
                vault.put(
                        call.caller().workspace(),
                        call.path("name"),
                        call.body(NewCredential.class)));
    }

    private Answer delete(Call call) {
        vault.delete(call.caller().workspace(), call.path("name"));
        return Answer.empty();
    }
}
