package dev.waybill.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RouterTest {
    private static final Route LIST = route(Route.get("/v1/agents", Access.anyone()));
    private static final Route CREATE = route(Route.post("/v1/agents", Access.anyone()));
    private static final Route PRESENCE = route(Route.get("/v1/agents/presence", Access.anyone()));
    private static final Route ONE = route(Route.get("/v1/agents/{name}", Access.anyone()));
    private static final Route CHANGE = route(Route.patch("/v1/agents/{agent}", Access.anyone()));
    private static final Route EVENTS =
            route(Route.get("/v1/agents/{name}/events/{id}", Access.anyone()));

    private final Router router =
            new Router(
                    RouteTable.of(
                            RouteTable.section(
                                    "Agents", LIST, CREATE, PRESENCE, ONE, CHANGE, EVENTS)));

    @Test
    void a_literal_segment_goes_before_a_parameter() {
        assertThat(router.match("GET", "/v1/agents/presence"))
                .isEqualTo(new Match.Found(PRESENCE, Map.of()));
        assertThat(router.match("GET", "/v1/agents/ada"))
                .isEqualTo(new Match.Found(ONE, Map.of("name", "ada")));
    }

    @Test
    void a_path_that_holds_nul_is_refused() {
        assertThatThrownBy(() -> router.match("GET", "/v1/agents/a%00b"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void a_parameter_is_tried_when_the_literal_lacks_the_method() {
        assertThat(router.match("PATCH", "/v1/agents/presence"))
                .isEqualTo(new Match.Found(CHANGE, Map.of("agent", "presence")));
    }

    @Test
    void a_literal_that_leads_nowhere_is_left_for_the_parameter() {
        assertThat(router.match("GET", "/v1/agents/presence/events/7"))
                .isEqualTo(new Match.Found(EVENTS, Map.of("name", "presence", "id", "7")));
    }

    @Test
    void parameters_are_decoded_once_and_after_splitting() {
        assertThat(router.match("GET", "/v1/agents/a%2Fb%2525"))
                .isEqualTo(new Match.Found(ONE, Map.of("name", "a/b%25")));
        assertThat(router.match("GET", "/v1/agents/%F0%9F%91%8D+"))
                .isEqualTo(new Match.Found(ONE, Map.of("name", "👍+")));
    }

    @Test
    void a_parameter_that_is_not_utf_8_is_refused() {
        assertThatThrownBy(() -> router.match("GET", "/v1/agents/%FF"))
                .isInstanceOf(Problem.class)
                .hasMessageStartingWith("invalid_request");
        assertThatThrownBy(() -> router.match("GET", "/v1/agents/%4")).isInstanceOf(Problem.class);
        assertThatThrownBy(() -> router.match("GET", "/v1/agents/%zz")).isInstanceOf(Problem.class);
    }

    @Test
    void an_empty_or_dotted_segment_fills_no_parameter() {
        assertThat(router.match("GET", "/v1/agents/")).isEqualTo(new Match.Unknown());
        assertThat(router.match("GET", "/v1/agents/..")).isEqualTo(new Match.Unknown());
        assertThat(router.match("GET", "*")).isEqualTo(new Match.Unknown());
    }

    @Test
    void a_known_path_with_another_method_lists_what_is_allowed() {
        assertThat(router.match("DELETE", "/v1/agents"))
                .isEqualTo(new Match.OtherMethods("GET, POST, HEAD, OPTIONS"));
        assertThat(router.match("DELETE", "/v1/agents/presence"))
                .isEqualTo(new Match.OtherMethods("GET, PATCH, HEAD, OPTIONS"));
    }

    @Test
    void head_finds_the_route_of_get() {
        assertThat(router.match("HEAD", "/v1/agents")).isEqualTo(new Match.Found(LIST, Map.of()));
    }

    @Test
    void two_routes_for_one_place_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new Router(
                                        RouteTable.of(
                                                RouteTable.section(
                                                        "Twice",
                                                        ONE,
                                                        route(
                                                                Route.get(
                                                                        "/v1/agents/{other}",
                                                                        Access.anyone()))))))
                .withMessage("two routes answer GET /v1/agents/{other}");
    }

    @Test
    void a_path_may_not_name_a_parameter_twice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PathTemplate.parse("/v1/{id}/x/{id}"));
    }

    private static Route route(RouteDraft draft) {
        return draft.summary("Is matched.").to(_ -> Answer.done());
    }
}
