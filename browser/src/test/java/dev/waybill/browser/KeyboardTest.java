package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A whole visit without a pointer: nothing here clicks, fills or focuses but with keys.
@Timeout(90)
class KeyboardTest {
    private static final int MOST_STOPS = 80;

    /// What has the focus can be seen, and is seen to have it.
    private static final String IN_SIGHT =
            """
            () => {
              const at = document.activeElement;
              const { top, bottom, left, right } = at.getBoundingClientRect();
              const style = getComputedStyle(at);
              return at === document.body || (bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
                && (style.outlineStyle !== 'none' || at.tagName === 'H1')) ? '' : at.outerHTML.slice(0, 200);
            }
            """;

    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void everything_is_reached_and_done_with_keys() {
        Workspace workspace = new Workspace(stage, "keys");
        String sender = workspace.agent("sender");
        workspace.agent("hearer");
        workspace.say(sender, "general", "Who is there?");
        try (Visit visit = workspace.door(new Browser.NewContextOptions())) {
            Page page = visit.page();
            Keyboard keys = page.keyboard();
            to(visit, page.getByLabel("Workspace key or observer token"));
            keys.type(workspace.key());
            keys.press("Enter");
            visit.isMarked("live");

            keys.press("?");
            assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
            keys.press("Escape");
            assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);

            section(visit, "c", "Conversations");
            to(visit, page.getByLabel("Speak as"));
            keys.type("kim");
            keys.press("Enter");
            visit.shows("Speaking as kim");
            to(visit, page.getByLabel("Message", new Page.GetByLabelOptions().setExact(true)));
            keys.type("I am.");
            to(visit, visit.button("Send"));
            keys.press("Enter");
            visit.shows("I am.");
            section(visit, "c", "Conversations");
            to(visit, visit.button("Receipts and replies").first());
            keys.press("Enter");
            assertThat(page.locator("wb-message")).containsText("Receipts");
            to(visit, visit.button("Close"));
            keys.press("Enter");
            assertThat(page.locator("wb-message")).hasCount(0);

            section(visit, "d", "Deliveries");
            to(visit, page.locator(".rows"));
            keys.press("ArrowDown");
            keys.press("Home");
            keys.press("Enter");
            assertThat(page.getByLabel("The delivery", exactly())).isVisible();

            section(visit, "l", "Ledger");
            keys.press("/");
            keys.type("Who is there");
            to(visit, page.locator(".rows"));
            keys.press("End");
            keys.press("Enter");
            assertThat(page.getByLabel("The row")).containsText("Who is there?");

            section(visit, "a", "Actions");
            to(visit, page.getByRole(AriaRole.LINK, named("agent.status")));
            keys.press("Enter");
            assertThat(page.getByLabel("The action")).isVisible();
            section(visit, "w", "Network");
            to(visit, page.getByRole(AriaRole.LINK, named("Audit")));
            keys.press("Enter");
            visit.shows("Direction");
            section(visit, "o", "Outbound");
            to(visit, page.getByText("Do something at a place…"));
            keys.press("Enter");
            to(visit, page.getByLabel("Provider"));
            section(visit, "n", "Now");

            to(visit, visit.button("Sign out"));
            keys.press("Enter");
            assertThat(page.getByLabel("Workspace key or observer token")).isVisible();
        }
    }

    private static void section(Visit visit, String key, String title) {
        // Out of a field, where letters are text.
        visit.page().keyboard().press("Escape");
        visit.page().keyboard().press("g");
        visit.page().keyboard().press(key);
        assertThat(visit.page().locator("h1")).hasText(title);
    }

    /// With as many tabs as it takes, each of which leads to where one sees it.
    private static void to(Visit visit, Locator wanted) {
        wanted.waitFor();
        for (int i = 0; i < MOST_STOPS; i++) {
            if (wanted.evaluate("node => node === document.activeElement").equals(true)) {
                return;
            }
            visit.page().keyboard().press("Tab");
            Assertions.assertThat(visit.page().evaluate(IN_SIGHT)).isEqualTo("");
        }
        throw new AssertionError("not reached: " + wanted);
    }

    private static Page.GetByLabelOptions exactly() {
        return new Page.GetByLabelOptions().setExact(true);
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }
}
