package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What waits is counted, and what is stuck is helped.
@Timeout(90)
class NowJourneyTest {
    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void however_much_waits_is_counted_for_however_many_agents() {
        String key =
                stage.post("/v1/workspaces", stage.key(), "{\"name\":\"crowded\"}")
                        .path("api_key")
                        .asString();
        for (int i = 0; i < 70; i++) {
            stage.absent(key, "crowd-" + i);
        }
        stage.absent(key, "swamped");
        stage.pile(stage.absent(key, "sender"), "swamped", 77);
        try (Visit visit = stage.visit(key, new Browser.NewContextOptions())) {
            visit.go("#/now");
            Locator row = row(visit, "swamped");
            assertThat(row.getByRole(AriaRole.CELL).nth(2)).hasText("77");
            visit.page().getByLabel("Filter").fill("crowd-69");
            assertThat(row(visit, "crowd-69")).isVisible();
            assertThat(row).hasCount(0);
        }
    }

    @Test
    void what_is_held_too_long_is_stuck_and_let_go() {
        stage.absent("stuckly");
        stage.tell("stuckly", "when you like", ",\"delivery_mode\":\"manual\"");
        try (Visit visit = stage.visit()) {
            visit.later(Duration.ofMinutes(3));
            Locator card = card(visit, "stuckly");
            assertThat(card).containsText("1 held");
            assertThat(row(visit, "stuckly")).containsText("3 min");
            visit.picture("now-stuck");
            card.getByRole(AriaRole.BUTTON).click();
            visit.shows("1 delivery was let go.");
            assertThat(card.getByRole(AriaRole.BUTTON)).hasCount(0);
            card.getByText("Look").click();
            assertThat(visit.row()).containsText("stuckly");
        }
    }

    @Test
    void dead_letters_and_what_waits_for_approval_are_shown_with_what_helps() {
        stage.absent("mourned");
        stage.tell("mourned", "late", ",\"ttl_ms\":1");
        Outbound.ask(stage, "Shall I?");
        try (Visit visit = stage.visit()) {
            assertThat(card(visit, "Outbound")).containsText("for approval");
            Locator dead = card(visit, "Dead letters");
            assertThat(dead).containsText("given up");
            dead.getByRole(AriaRole.BUTTON).click();
            visit.shows("sent again.");
            assertThat(dead).hasCount(0);
            card(visit, "Outbound").getByText("Look").click();
            visit.shows("telegram send_text");
        }
    }

    @Test
    void nodes_are_shown_with_their_load_and_whether_they_live() {
        stage.post(
                "/v1/nodes",
                stage.key(),
                "{\"name\":\"workshop\",\"max_agents\":4,\"capabilities\":[]}");
        try (Visit visit = stage.visit()) {
            Locator node = row(visit, "workshop");
            assertThat(node).containsText("offline");
            assertThat(node).containsText("0 of 4");
            assertThat(node).containsText("0 %");
        }
    }

    @Test
    void an_observer_without_deliveries_sees_no_counts_and_no_buttons() {
        String token = stage.observer("now eyes", "\"stream:read\",\"agents:read\"");
        try (Visit visit = stage.visit(token, new Browser.NewContextOptions())) {
            assertThat(row(visit, "planner")).containsText("–");
            assertThat(visit.main().getByRole(AriaRole.BUTTON)).hasCount(0);
        }
    }

    private static Locator row(Visit visit, String agent) {
        return visit.page()
                .getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHasText(agent))
                .first();
    }

    private static Locator card(Visit visit, String who) {
        return visit.page().locator(".card").filter(new Locator.FilterOptions().setHasText(who));
    }
}
