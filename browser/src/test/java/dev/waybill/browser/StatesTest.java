package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each part of the page while what it shows is on its way, when it cannot be had, and when there is nothing.
@Timeout(90)
class StatesTest {
    private static final String EVENTS = "**/v1/workspace/events**";
    private static final String BROKEN =
            "{\"ok\":false,\"error\":{\"code\":\"internal_error\",\"message\":\"The disk is on fire\"}}";

    /// Where parts of the page get what they show when one goes there.
    private static final Map<String, String> SOURCES =
            Map.of(
                    "conversations/channel/general", "**/v1/channels/general/messages**",
                    "deliveries", "**/v1/workspace/deliveries**",
                    "actions", "**/v1/actions",
                    "network/peers", "**/v1/network/peers**",
                    "network/queues", "**/v1/network/sessions",
                    "network/work", "**/v1/network/work**",
                    "network/audit", "**/v1/network/audit**",
                    "outbound", "**/v1/deliveries/attempts**");

    /// Where they get more, which they can be without.
    private static final Map<String, List<String>> MORE =
            Map.of(
                    "now", List.of("**/v1/dead-letters**", "**/v1/workspace/backlog"),
                    "conversations", List.of("**/v1/network/channels"));

    private static Stage stage;
    private static Workspace workspace;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
        workspace = new Workspace(stage, "states");
        workspace.say(workspace.agent("somebody"), "general", "Something.");
    }

    @Test
    void each_place_says_that_it_loads_until_it_has() {
        try (Visit visit = workspace.visit()) {
            visit.isMarked("live");
            SOURCES.forEach(
                    (place, address) -> {
                        List<Route> held = new ArrayList<>();
                        visit.page().route(address, held::add);
                        visit.go("#/" + place);
                        assertThat(loading(visit).first()).isVisible();
                        visit.picture("loading-" + place.replace('/', '-'));
                        visit.page().unroute(address);
                        held.forEach(Route::resume);
                        assertThat(loading(visit)).hasCount(0);
                        visit.go("#/ledger");
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({"now, **/v1/agents", "ledger, " + EVENTS})
    void so_does_what_is_loaded_for_all(String place, String address) {
        try (Visit visit = stage.door(new Browser.NewContextOptions())) {
            List<Route> held = new ArrayList<>();
            visit.page().route(address, held::add);
            visit.signIn(workspace.key());
            visit.go("#/" + place);
            assertThat(loading(visit).first()).isVisible();
            visit.picture("loading-" + place);
            visit.page().unroute(address);
            held.forEach(Route::resume);
            assertThat(loading(visit)).hasCount(0);
        }
    }

    @Test
    void each_place_says_what_went_wrong() {
        try (Visit visit = workspace.visit()) {
            visit.isMarked("live");
            SOURCES.forEach((place, address) -> fails(visit, place, address));
            MORE.forEach((place, all) -> all.forEach(address -> fails(visit, place, address)));
        }
    }

    @Test
    void so_does_the_first_when_nobody_is_known() {
        try (Visit visit = stage.door(new Browser.NewContextOptions())) {
            visit.page().route("**/v1/agents", StatesTest::broken);
            visit.signIn(workspace.key());
            assertThat(visit.main().getByRole(AriaRole.ALERT)).containsText("The disk is on fire");
            assertThat(loading(visit)).hasCount(0);
            visit.picture("error-agents");
        }
    }

    @Test
    void a_ledger_that_cannot_be_read_is_tried_again() {
        try (Visit visit = stage.door(new Browser.NewContextOptions())) {
            visit.page().route(EVENTS, StatesTest::broken);
            visit.signIn(workspace.key());
            visit.go("#/ledger").isMarked("offline");
            assertThat(visit.page().getByRole(AriaRole.ALERT))
                    .containsText("Offline: The disk is on fire. What is shown may be old.");
            visit.picture("error-ledger");
            visit.page().unroute(EVENTS);
            visit.isMarked("live");
            visit.shows("Something.");
            assertThat(visit.page().getByRole(AriaRole.ALERT)).hasCount(0);
        }
    }

    @Test
    void signing_in_shows_that_it_is_under_way_and_why_it_failed() {
        try (Visit visit = stage.door(new Browser.NewContextOptions())) {
            List<Route> held = new ArrayList<>();
            visit.page().route("**/v1/workspace", held::add);
            visit.page().getByLabel("Workspace key or observer token").fill(workspace.key());
            visit.button("Sign in").click();
            assertThat(visit.button("Signing in…")).isDisabled();
            held.forEach(StatesTest::broken);
            visit.shows("The disk is on fire");
            assertThat(visit.button("Sign in")).isEnabled();
        }
    }

    @Test
    void what_is_not_there_is_said_to_be_not_there() {
        Map<String, String> words =
                Map.of(
                        "conversations/channel/general?message=1", "That did not work.",
                        "conversations/channel/nowhere", "That did not work.",
                        "conversations?q=nobodysaidthis", "No message holds these words.",
                        "outbound/nothing", "That did not work.",
                        "network/work", "No work was begun on the network.",
                        "network/flagged", "among what is loaded",
                        "ledger?row=99999999%20x%20", "There is no such row",
                        "ledger?q=nobodysaidthis", "No row fits this filter.",
                        "deliveries?state=dead_lettered", "No delivery fits.");
        try (Visit visit = workspace.visit()) {
            visit.isMarked("live");
            words.forEach(
                    (place, said) -> {
                        visit.go("#/" + place).shows(said);
                        assertThat(loading(visit)).hasCount(0);
                    });
        }
    }

    private static void fails(Visit visit, String place, String address) {
        visit.page().route(address, StatesTest::broken);
        visit.go("#/" + place);
        Locator alert = visit.main().getByRole(AriaRole.ALERT).first();
        assertThat(alert).containsText("The disk is on fire");
        assertThat(loading(visit)).hasCount(0);
        PageCheck.insideBoxes(visit.page());
        visit.picture("error-" + place.replace('/', '-'));
        visit.page().unroute(address);
        visit.go("#/ledger").shows("Something.");
        visit.go("#/" + place);
        assertThat(alert).hasCount(0);
        visit.go("#/ledger");
    }

    private static Locator loading(Visit visit) {
        return visit.main().getByText("Loading…");
    }

    private static void broken(Route route) {
        route.fulfill(
                new Route.FulfillOptions()
                        .setStatus(500)
                        .setContentType("application/json")
                        .setBody(BROKEN));
    }
}
