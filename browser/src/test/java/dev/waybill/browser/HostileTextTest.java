package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whatever others write, in whatever field: it is shown as text, runs nothing and stays in its box.
@Timeout(120)
class HostileTextTest {
    private static Stage stage;
    private static HostileScene scene;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
        scene = new HostileScene(stage);
    }

    @Test
    void nothing_that_others_wrote_runs_or_leaves_its_box_on_any_page() {
        try (Visit visit = scene.workspace().visit()) {
            visit.isMarked("live");
            for (String place : places()) {
                visit.go(place);
                settled(visit);
                assertThat(visit.main()).containsText("pwned");
                check(visit);
            }
            visit.go("#/conversations/channel/hostile");
            visit.shows("<script>window.pwned=1</script>");
            visit.shows("U+202E");
            visit.picture("hostile");
            visit.go("#/conversations/thread/alley/" + HostileScene.THREAD);
            visit.shows("Text from the network · verified pwned");
            visit.picture("hostile-network");
        }
    }

    @Test
    void nor_on_a_phone() {
        Browser.NewContextOptions phone = new Browser.NewContextOptions().setViewportSize(390, 800);
        try (Visit visit = scene.workspace().visit(phone)) {
            visit.isMarked("live");
            for (String place : places()) {
                visit.go(place);
                settled(visit);
                check(visit);
            }
            visit.picture("phone-hostile");
        }
    }

    @Test
    void each_row_of_the_ledger_can_be_opened() {
        try (Visit visit = scene.workspace().visit()) {
            visit.go("#/ledger?q=pwned").isMarked("live");
            visit.row().click();
            visit.page().locator(".rows").focus();
            for (int i = 0; i < 60; i++) {
                visit.page().keyboard().press("ArrowDown");
                visit.page().keyboard().press("Enter");
                if (i % 6 == 0) {
                    assertThat(visit.page().getByLabel("The row")).containsText("pwned");
                    check(visit);
                }
            }
        }
    }

    @Test
    void each_delivery_tells_its_reason_as_text() {
        try (Visit visit = scene.workspace().visit()) {
            visit.isMarked("live");
            visit.go("#/deliveries?id=" + Api.part(scene.workspace().givenUp()));
            assertThat(visit.page().getByLabel("The delivery", label())).containsText("pwned");
            check(visit);
            for (String state : List.of("dead_lettered", "deferred", "failed", "waiting")) {
                visit.go("#/deliveries?state=" + state);
                visit.row().click();
                assertThat(visit.page().getByLabel("The delivery", label())).containsText("pwned");
                settled(visit);
                check(visit);
                visit.picture("hostile-" + state);
            }
        }
    }

    @Test
    void a_form_made_of_such_a_schema_is_a_form_and_the_result_is_text() {
        try (Visit visit = scene.workspace().visit()) {
            visit.isMarked("live");
            visit.go("#/actions/" + Api.part(HostileScene.ACTION));
            visit.page().getByLabel("Speak as").fill("<b>pwned</b>");
            visit.button("Begin").click();
            visit.shows("Speaking as <b>pwned</b>");
            Locator form = visit.page().locator("wb-form");
            assertThat(form.locator("select option").nth(1)).containsText("<script>");
            form.locator("textarea").last().fill("{\"__proto__\":{\"pwned\":1}}");
            check(visit);
            for (int call : new int[] {0, 1}) {
                visit.page().getByLabel("Calls").getByRole(AriaRole.BUTTON).nth(call).click();
                assertThat(visit.page().getByLabel("The action")).containsText("Result");
                check(visit);
            }
            visit.picture("hostile-action");
        }
    }

    @Test
    void what_a_provider_answers_is_text() {
        String attempt =
                stage.bare(
                                "/v1/deliveries/invoke",
                                stage.builder().token(),
                                """
                                {"provider":"telegram","surface":"chat_message","targetRef":"%s","operation":"send_text",
                                 "input":{"text":%s},"waitMs":0}
                                """
                                        .formatted(FakeTelegram.HOSTILE, Api.quoted(Hostile.all())))
                        .path("deliveryId")
                        .asString();
        try (Visit visit = stage.visit()) {
            visit.isMarked("live");
            visit.go("#/outbound/" + attempt);
            visit.page().getByText("Answer", exactly()).first().click();
            visit.shows("pwned");
            visit.shows("onerror='window.pwned=1'");
            check(visit);
        }
    }

    @Test
    void an_address_made_by_others_runs_nothing() {
        try (Visit visit = scene.workspace().visit()) {
            visit.isMarked("live");
            for (String text : Hostile.CORPUS) {
                String part = Api.part(text);
                for (String place :
                        List.of(
                                "#/" + part,
                                "#/conversations/channel/" + part,
                                "#/conversations/thread/" + part + "/" + part,
                                "#/conversations?message=" + part,
                                "#/ledger?q=" + part + "&row=" + part,
                                "#/deliveries?id=" + part,
                                "#/outbound/" + part,
                                "#/network/work/" + part)) {
                    visit.go(place);
                }
                assertThat(visit.page().locator("h1")).isVisible();
                PageCheck.onlyText(visit.page());
            }
            visit.go("#/conversations?q=" + Api.part("<script>window.pwned=1</script>"));
            settled(visit);
            check(visit);
        }
    }

    private static List<String> places() {
        return Stream.of(
                        "now",
                        "conversations/channel/hostile",
                        "conversations/channel/hostile?message=" + scene.message(),
                        "conversations/thread/alley/" + HostileScene.THREAD,
                        "deliveries",
                        "deliveries?state=dead_lettered",
                        "actions",
                        "actions/" + Api.part(HostileScene.ACTION),
                        "network/peers",
                        "network/peers/mallory?channel=alley",
                        "network/audit",
                        "network/flagged",
                        "network/queues/" + scene.hearer(),
                        "network/work/w-pwned",
                        "ledger")
                .map("#/"::concat)
                .toList();
    }

    private static void settled(Visit visit) {
        assertThat(visit.page().locator("h1")).isVisible();
        assertThat(
                        visit.main()
                                .locator(".none")
                                .filter(new Locator.FilterOptions().setHasText("Loading…")))
                .hasCount(0);
    }

    private static void check(Visit visit) {
        PageCheck.onlyText(visit.page());
        PageCheck.insideBoxes(visit.page());
        Assertions.assertThat(visit.page().locator("main").isVisible()).isTrue();
    }

    private static Page.GetByLabelOptions label() {
        return new Page.GetByLabelOptions().setExact(true);
    }

    private static Page.GetByTextOptions exactly() {
        return new Page.GetByTextOptions().setExact(true);
    }
}
