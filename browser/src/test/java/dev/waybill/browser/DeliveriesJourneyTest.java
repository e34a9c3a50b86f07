package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Deliveries are found, looked at, and helped on their way.
@Timeout(90)
class DeliveriesJourneyTest {
    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void a_dead_letter_is_looked_at_and_sent_again() {
        stage.absent("gone");
        stage.tell("gone", "too late", ",\"ttl_ms\":1");
        try (Visit visit = stage.visit()) {
            visit.go("#/deliveries?agent=gone&state=dead_lettered").isMarked("live");
            visit.row().click();
            Locator detail = visit.beside("The delivery");
            assertThat(detail).containsText("delivery TTL expired");
            assertThat(detail).containsText("too late");
            visit.picture("deliveries-dead");

            visit.button("Send again").click();
            visit.shows("It is sent again.");
            visit.go("#/deliveries?agent=gone&state=waiting");
            assertThat(visit.row()).containsText("attempt 2");
            visit.row().click();
            assertThat(detail.getByText("attempt 1")).isVisible();
            visit.isAccessible();
        }
    }

    @Test
    void all_dead_letters_of_an_agent_are_sent_again() {
        stage.absent("buried");
        stage.tell("buried", "one", ",\"ttl_ms\":1");
        stage.tell("buried", "two", ",\"ttl_ms\":1");
        try (Visit visit = stage.visit()) {
            visit.go("#/deliveries?agent=buried&state=dead_lettered").isMarked("live");
            visit.shows("2 deliveries");
            visit.button("Send all dead letters again").click();
            visit.shows("2 sent again.");
            visit.shows("No delivery fits.");
        }
    }

    @Test
    void a_delivery_is_put_off_and_brought_back() {
        stage.absent("postponed");
        stage.tell("postponed", "not now", "");
        try (Visit visit = stage.visit()) {
            visit.go("#/deliveries?agent=postponed").isMarked("live");
            visit.row().click();
            visit.button("Put off").click();
            visit.shows("It was put off.");
            Locator detail = visit.beside("The delivery");
            assertThat(detail).containsText("by hand");
            assertThat(detail.getByRole(AriaRole.IMG))
                    .hasAttribute("aria-label", "It went from open to deferred.");
            assertThat(visit.row()).containsText("deferred");

            visit.button("Bring it back now").click();
            visit.shows("It comes back.");
            assertThat(detail.getByText("attempt 2")).isVisible();
        }
    }

    @Test
    void everything_that_is_held_for_an_agent_is_let_go() {
        stage.absent("patient");
        stage.tell("patient", "one", ",\"delivery_mode\":\"manual\"");
        stage.tell("patient", "two", ",\"delivery_mode\":\"manual\"");
        stage.tell("patient", "three", "");
        try (Visit visit = stage.visit()) {
            visit.go("#/deliveries?agent=patient").isMarked("live");
            visit.shows("3 deliveries");
            visit.page().getByLabel("Mode").selectOption("manual");
            visit.shows("2 deliveries");
            visit.page().getByLabel("State").selectOption("held");
            visit.shows("2 deliveries");
            visit.button("Flush what is held for it").click();
            visit.shows("2 let go.");
            visit.shows("No delivery fits.");
            visit.page().getByLabel("State").selectOption("waiting");
            visit.shows("2 deliveries");
            visit.beside("Age").selectOption("3600");
            visit.shows("No delivery fits.");
        }
    }

    @Test
    void every_receipt_is_shown_with_its_reason() {
        String token = stage.absent("talker");
        stage.tell("talker", "first", "");
        stage.tell("talker", "second", "");
        var rows = stage.get("/v1/workspace/deliveries?agent=talker").path("data");
        String second = rows.at("/0/id").asString();
        String first = rows.at("/1/id").asString();
        try (Visit visit = stage.visit()) {
            visit.go("#/deliveries?agent=talker&id=" + first).isMarked("live");
            Locator detail = visit.beside("The delivery");
            assertThat(detail).containsText("attempt 1");
            stage.post("/v1/deliveries/" + first + "/receipt", token, "{\"status\":\"accepted\"}");
            assertThat(detail.locator(".badge.is-accepted").first()).isVisible();
            stage.post("/v1/deliveries/" + first + "/ack", token, "{}");
            assertThat(detail.getByRole(AriaRole.IMG))
                    .hasAttribute("aria-label", "It went from open to accepted to acked.");

            stage.post(
                    "/v1/deliveries/" + second + "/fail",
                    token,
                    "{\"error\":\"no room at all\",\"retryable\":false}");
            visit.go("#/deliveries?agent=talker&state=failed");
            visit.row().click();
            assertThat(detail).containsText("no room at all");
            visit.picture("deliveries-failed");
        }
    }

    @Test
    void more_than_a_page_of_them_is_gone_through() {
        stage.absent("laden");
        stage.pile(stage.planner().token(), "laden", 120);
        try (Visit visit = stage.visit()) {
            visit.go("#/deliveries?agent=laden");
            visit.shows("100 deliveries");
            visit.button("Older deliveries").click();
            visit.shows("120 deliveries");
            assertThat(visit.button("Older deliveries")).hasCount(0);
        }
    }

    @Test
    void an_observer_looks_at_deliveries_and_finds_no_button_to_act() {
        stage.planner().send("#general", "for watchers");
        String token = stage.observer("delivery eyes", "\"stream:read\",\"deliveries:read\"");
        try (Visit visit = stage.visit(token, new Browser.NewContextOptions())) {
            visit.go("#/deliveries").isMarked("live");
            visit.row().click();
            Locator detail = visit.beside("The delivery");
            assertThat(detail).containsText("attempt 1");
            for (String action :
                    new String[] {"Flush", "Put off", "Send again", "Bring it back now"}) {
                assertThat(visit.button(action)).hasCount(0);
            }
        }
    }
}
