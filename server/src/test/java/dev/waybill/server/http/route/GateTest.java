package dev.waybill.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
    private static final WorkspaceId WORKSPACE = new WorkspaceId(1);
    private static final Access OWNERS = Access.of(Role.OWNER);
    private static final Access AGENTS = Access.of(Role.AGENT);

    private final Gate gate =
            new Gate(
                    token ->
                            token.secret().endsWith("known")
                                    ? Optional.of(caller(token.kind()))
                                    : Optional.empty());

    @Test
    void an_admitted_caller_passes_as_a_value() {
        assertThat(gate.admit(Method.POST, AGENTS, List.of("Bearer at_live_known")))
                .contains(new Caller.Agent(WORKSPACE, new AgentId(2), "ada"));
    }

    @Test
    void an_open_route_asks_for_nothing() {
        assertThat(gate.admit(Method.GET, Access.anyone(), List.of())).isEmpty();
        assertThat(gate.admit(Method.GET, Access.anyone(), List.of("Basic x"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"bearer at_live_known", "Bearer", "Bearer\tat_live_known", "Basic eDp5", ""})
    void a_header_that_is_not_exactly_bearer_is_unauthorized(String header) {
        assertRefused(
                AGENTS,
                List.of(header),
                ErrorCode.UNAUTHORIZED,
                "An Authorization header with a Bearer token is required");
    }

    @Test
    void a_missing_or_doubled_header_is_unauthorized() {
        String detail = "An Authorization header with a Bearer token is required";

        assertRefused(AGENTS, List.of(), ErrorCode.UNAUTHORIZED, detail);
        assertRefused(
                AGENTS,
                List.of("Bearer at_live_known", "Bearer at_live_known"),
                ErrorCode.UNAUTHORIZED,
                detail);
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer xx_live_known, UNAUTHORIZED, Invalid token format",
        "Bearer  at_live_known, UNAUTHORIZED, Invalid token format",
        "Bearer rk_live_other, UNAUTHORIZED, Invalid workspace key",
        "Bearer at_live_other, AGENT_TOKEN_INVALID, Invalid agent token",
        "Bearer nt_live_other, NODE_TOKEN_INVALID, Invalid node token",
        "Bearer ot_live_other, OBSERVER_TOKEN_INVALID, Invalid observer token",
    })
    void an_unknown_token_is_refused_by_its_kind(String header, ErrorCode code, String detail) {
        assertRefused(OWNERS, List.of(header), code, detail);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, nt_live_known, OWNER, NODE_TOKEN_FORBIDDEN",
        "POST, nt_live_known, OWNER, NODE_TOKEN_FORBIDDEN",
        "GET, ot_live_known, OWNER, OBSERVER_TOKEN_FORBIDDEN",
        "POST, ot_live_known, OWNER, OBSERVER_TOKEN_FORBIDDEN",
        "GET, at_live_known, OWNER, FORBIDDEN",
        "POST, at_live_known, OWNER, UNAUTHORIZED",
        "DELETE, at_live_known, OWNER, UNAUTHORIZED",
        "GET, rk_live_known, AGENT, UNAUTHORIZED",
        "POST, rk_live_known, AGENT, AGENT_TOKEN_REQUIRED",
        "GET, rk_live_known, NODE, UNAUTHORIZED",
        "POST, rk_live_known, NODE, UNAUTHORIZED",
    })
    void a_known_caller_of_another_kind_is_refused(
            Method method, String token, Role admitted, ErrorCode code) {
        Problem problem = refusal(method, Access.of(admitted), List.of("Bearer " + token));

        assertThat(problem.code()).isEqualTo(code);
        assertThat(Gate.refusals(method, Set.of(admitted))).contains(code);
    }

    private void assertRefused(Access access, List<String> headers, ErrorCode code, String detail) {
        Problem problem = refusal(Method.POST, access, headers);

        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.detail()).isEqualTo(detail);
    }

    private Problem refusal(Method method, Access access, List<String> headers) {
        return catchThrowableOfType(Problem.class, () -> gate.admit(method, access, headers));
    }

    private static Caller caller(TokenKind kind) {
        return switch (kind) {
            case WORKSPACE -> new Caller.Owner(WORKSPACE);
            case AGENT -> new Caller.Agent(WORKSPACE, new AgentId(2), "ada");
            case NODE -> new Caller.Node(WORKSPACE, new NodeId("node_3"));
            case OBSERVER ->
                    new Caller.Observer(
                            WORKSPACE, new ObserverId("ot_4"), Set.of(), ObserverFilters.NONE);
            case WEBHOOK -> new Caller.Webhook(WORKSPACE, "wh_5");
        };
    }
}
