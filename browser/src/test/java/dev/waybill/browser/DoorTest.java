package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.AriaRole;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Who gets in, what they see, and what becomes of the page when the server is gone.
@Timeout(90)
class DoorTest {
    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void a_wrong_token_is_refused_in_words() {
        try (Visit visit = stage.door(new Browser.NewContextOptions())) {
            visit.page().getByLabel("Workspace key or observer token").fill("nonsense");
            visit.button("Sign in").click();
            visit.shows("That is neither a workspace key");
            visit.isAccessible();
            visit.picture("door");
        }
    }

    @Test
    void the_token_is_in_no_address_and_kept_only_if_asked() {
        try (Visit visit = stage.visit()) {
            visit.isMarked("live");
            Assertions.assertThat(visit.page().url()).doesNotContain(stage.key());
            Assertions.assertThat(
                            visit.page()
                                    .evaluate(
                                            "() => JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"))
                    .isEqualTo("[{},{},\"\"]");
            Assertions.assertThat(
                            (String)
                                    visit.page()
                                            .evaluate(
                                                    "() => performance.getEntriesByType('resource').map(e => e.name).join(' ')"))
                    .doesNotContain(stage.key());
        }
    }

    @Test
    void an_observer_sees_what_its_scopes_allow_and_no_button_it_may_not_use() {
        String token =
                stage.post(
                                "/v1/observer-tokens",
                                stage.key(),
                                """
                                {"name":"eyes","scopes":["stream:read","messages:read","agents:read","channels:read"]}
                                """)
                        .path("token")
                        .asString();
        stage.planner().send("#general", "for eyes too");
        try (Visit visit = stage.visit(token, new Browser.NewContextOptions())) {
            visit.isMarked("live");
            var sections = visit.page().getByLabel("Sections");
            assertThat(sections).not().containsText("Actions");
            assertThat(sections).not().containsText("Outbound");
            assertThat(sections).not().containsText("Deliveries");
            visit.go("#/conversations/channel/general");
            visit.shows("for eyes too");
            assertThat(visit.page().getByLabel("Speak as")).hasCount(0);
            assertThat(visit.page().getByLabel("Search")).hasCount(0);
            visit.picture("observer");
        }
    }

    @Test
    void a_broken_stream_is_marked_and_caught_up_on() {
        try (Visit visit = stage.visit()) {
            visit.go("#/ledger?kind=message").isMarked("live");
            visit.page().route("**/v1/workspace/events**", route -> route.abort());
            visit.cutTheStream();
            visit.isMarked("offline");
            assertThat(visit.page().getByRole(AriaRole.ALERT))
                    .containsText("What is shown may be old.");
            visit.picture("offline");
            stage.planner().send("#general", "said meanwhile");
            visit.page().unroute("**/v1/workspace/events**");
            visit.isMarked("live");
            visit.shows("said meanwhile");
        }
    }

    @Test
    void an_empty_workspace_says_so_everywhere() {
        String key =
                stage.post("/v1/workspaces", stage.key(), "{\"name\":\"empty\"}")
                        .path("api_key")
                        .asString();
        try (Visit visit = stage.visit(key, new Browser.NewContextOptions())) {
            visit.isMarked("live");
            visit.shows("No agent is registered yet.");
            visit.shows("Nothing waits longer than it should.");
            visit.go("#/deliveries").shows("No delivery fits.");
            visit.go("#/outbound").shows("Nothing was done at a provider.");
            visit.go("#/network/peers").shows("Nobody is on the network.");
            visit.go("#/ledger").shows("Nothing has happened in this workspace yet.");
            visit.picture("empty");
        }
    }
}
