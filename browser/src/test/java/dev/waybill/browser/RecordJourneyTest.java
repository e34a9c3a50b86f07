package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.waybill.sdk.SentMessage;
import java.nio.file.Files;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What was said and done: how far it was read, and where it is on record.
@Timeout(90)
class RecordJourneyTest {
    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void a_channel_shows_how_far_each_member_has_read() {
        String planner = stage.planner().token();
        String reader = stage.absent("reader");
        stage.post("/v1/channels", planner, "{\"name\":\"readers\"}");
        stage.post("/v1/channels/readers/join", reader, "{}");
        SentMessage first = stage.planner().send("#readers", "page one");
        SentMessage second = stage.planner().send("#readers", "page two");
        stage.post("/v1/messages/" + first.id() + "/read", reader, "{}");
        try (Visit visit = stage.visit()) {
            visit.go("#/conversations/channel/readers").isMarked("live");
            Locator one = said(visit, "page one");
            Locator two = said(visit, "page two");
            assertThat(one).containsText("read up to here: reader");
            stage.post("/v1/messages/" + second.id() + "/read", reader, "{}");
            assertThat(two).containsText("read up to here: reader");
            assertThat(one).not().containsText("read up to here");
            two.getByText("Receipts and replies").click();
            Locator message = visit.page().locator("wb-message");
            assertThat(message).containsText("reader");
            assertThat(message).containsText("read ");
            stage.post(
                    "/v1/messages/" + second.id() + "/replies",
                    reader,
                    "{\"text\":\"a note in the margin\"}");
            assertThat(message).containsText("a note in the margin");
        }
    }

    @Test
    void a_conversation_of_two_is_followed_and_one_speaks_with_the_token_of_an_agent() {
        String token = stage.absent("penfriend");
        stage.tell("penfriend", "Dear friend", "");
        try (Visit visit = stage.visit()) {
            visit.go("#/conversations").isMarked("live");
            visit.page()
                    .locator(".side a")
                    .filter(new Locator.FilterOptions().setHasText("penfriend"))
                    .click();
            visit.shows("Dear friend");
            stage.tell("penfriend", "One more thing", "");
            Locator live = said(visit, "One more thing");
            assertThat(live.locator("time")).not().hasText("–");
            visit.page().getByLabel("Speak as").fill(token);
            visit.button("Begin").click();
            visit.shows("Speaking as penfriend");
            visit.page()
                    .getByLabel("Message", new Page.GetByLabelOptions().setExact(true))
                    .fill("Yours truly");
            visit.button("Send").click();
            assertThat(said(visit, "Yours truly")).containsText("penfriend");
        }
    }

    @Test
    void calls_of_actions_are_on_record_with_how_long_they_took_and_denials() {
        stage.post(
                "/v1/actions",
                stage.builder().token(),
                """
                {"name":"vault.open","description":"Opens the vault","handler_agent":"builder","available_to":["builder"],
                 "input_schema":{"type":"object"},"output_schema":{"type":"object"}}
                """);
        String denied =
                stage.refused(
                        "/v1/actions/vault.open/invoke", stage.planner().token(), "{\"input\":{}}");
        stage.post(
                "/v1/actions/agent.status/invoke?wait=10s",
                stage.planner().token(),
                "{\"input\":{\"name\":\"builder\"}}");
        try (Visit visit = stage.visit()) {
            visit.go("#/actions").isMarked("live");
            Assertions.assertThat(denied).isEqualTo("action_denied");
            assertThat(call(visit, "vault.open")).containsText("denied");
            assertThat(call(visit, "completed")).containsText("ms");
            visit.isAccessible();
        }
    }

    @Test
    void a_row_of_the_ledger_has_an_address_that_leads_to_it_from_anywhere() {
        SentMessage sent = stage.planner().send("#general", "to be linked to");
        String address;
        try (Visit visit = stage.visit()) {
            visit.go("#/ledger?kind=message&q=" + sent.id()).isMarked("live");
            visit.row().click();
            assertThat(visit.beside("The row")).containsText("to be linked to");
            address = visit.page().url();
        }
        try (Visit visit = stage.visit()) {
            visit.go("#/ledger").isMarked("live");
            visit.page()
                    .evaluate("() => document.querySelector('wb-ledger').session.trail.forget()");
            visit.go(address.substring(address.indexOf('#')));
            assertThat(visit.beside("The row")).containsText("to be linked to");
            visit.go("#/ledger?row=1%20no.such%20");
            assertThat(visit.beside("The row")).containsText("There is no such row");
        }
    }

    @Test
    void the_ledger_is_held_while_it_goes_on_and_saved_whole() throws Exception {
        stage.planner().send("#general", "before holding");
        try (Visit visit = stage.visit()) {
            visit.go("#/ledger?kind=message").isMarked("live");
            assertThat(visit.row()).isVisible();
            visit.button("Hold").click();
            stage.planner().send("#general", "while it is held");
            visit.shows("held; ");
            assertThat(visit.row()).not().containsText("while it is held");
            visit.button("Go on").click();
            assertThat(visit.row()).containsText("while it is held");

            Download saved =
                    visit.page()
                            .waitForDownload(() -> visit.button("Save the whole ledger").click());
            String rows = Files.readString(saved.path());
            Assertions.assertThat(rows)
                    .contains("\"seq\":1,", "before holding", "while it is held");
        }
    }

    private static Locator call(Visit visit, String words) {
        return visit.page()
                .getByLabel("Calls")
                .locator("tbody tr")
                .filter(new Locator.FilterOptions().setHasText(words))
                .first();
    }

    private static Locator said(Visit visit, String text) {
        return visit.page()
                .locator(".timeline .said")
                .filter(new Locator.FilterOptions().setHasText(text));
    }
}
