package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is done at providers is looked at, decided about, and done.
@Timeout(90)
class OutboundJourneyTest {
    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void what_failed_is_tried_again() {
        String attempt = Outbound.act(stage, "This will fail once");
        try (Visit visit = stage.visit()) {
            visit.go("#/outbound/" + attempt);
            Locator detail = visit.beside("The attempt");
            assertThat(detail).containsText("→ 400");
            assertThat(detail).containsText("not today");
            visit.button("Try again").click();
            assertThat(detail).containsText("→ 200");
            assertThat(detail).not().containsText("not-a-real-token");
            assertThat(visit.button("Try again")).hasCount(0);
        }
    }

    @Test
    void what_waits_for_approval_is_refused() {
        String attempt = Outbound.ask(stage, "Never do this");
        try (Visit visit = stage.visit()) {
            visit.go("#/outbound/" + attempt + "?state=approval");
            Locator detail = visit.beside("The attempt");
            assertThat(detail).containsText("Never do this");
            visit.button("Refuse").click();
            assertThat(detail).containsText("refused");
            assertThat(visit.button("Approve")).hasCount(0);
            assertThat(detail).not().containsText("→ 200");
        }
    }

    @Test
    void what_is_queued_is_withdrawn() {
        String attempt = Outbound.ask(stage, "Second thoughts");
        try (Visit visit = stage.visit()) {
            visit.go("#/outbound/" + attempt);
            Locator detail = visit.beside("The attempt");
            visit.button("Withdraw").click();
            assertThat(detail).containsText("cancelled");
            assertThat(visit.button("Withdraw")).hasCount(0);
        }
    }

    @Test
    void what_came_from_outside_is_answered_where_it_came_from() {
        stage.absent("clerk");
        Outbound.arrives(stage, "clerk", "Where is my parcel?");
        try (Visit visit = stage.visit()) {
            visit.go("#/outbound/new?agent=clerk");
            Locator pane = visit.beside("A new attempt");
            assertThat(pane).containsText("telegram chat_message 42");
            visit.button("What can be done there?").click();
            visit.button("Send Text Message").click();
            visit.page().locator("#operation textarea").fill("On its way.");
            visit.isAccessible();
            visit.picture("outbound-item");
            visit.button("Do it").click();
            Locator detail = visit.beside("The attempt");
            assertThat(detail).containsText("→ 200");
            assertThat(detail).containsText("On its way.");
        }
    }

    @Test
    void more_than_a_page_of_attempts_is_gone_through() {
        for (int i = 0; i < 52; i++) {
            stage.bare(
                    "/v1/deliveries/" + Outbound.ask(stage, "page " + i) + "/cancel",
                    stage.key(),
                    "{}");
        }
        try (Visit visit = stage.visit()) {
            visit.go("#/outbound?state=cancelled");
            visit.shows("50 attempts");
            visit.button("Older attempts").click();
            assertThat(visit.main()).not().containsText("50 attempts");
            assertThat(visit.button("Older attempts")).hasCount(0);
        }
    }
}
