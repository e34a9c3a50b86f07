package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whatever others write, in whatever field: it is shown as text, runs nothing and stays in its box.
@Timeout(120)
class HostileTextTest {
    private static final List<String> CORPUS =
            List.of(
                    "<script>window.pwned=1</script>",
                    "<img src=x onerror='window.pwned=1'>",
                    "\"><svg onload=window.pwned=1>",
                    "'-window.pwned=1-'",
                    "javascript:window.pwned=1",
                    "<a href=\"javascript:window.pwned=1\">click</a>",
                    "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
                    "<style>*{display:none}</style>",
                    "</textarea></pre><h1>Sign in</h1><input type=password>",
                    "${window.pwned=1}{{window.pwned=1}}",
                    "<!--<img src=\"--><img src=x onerror=window.pwned=1>\">",
                    "<math><mi xlink:href=\"data:x,<script>window.pwned=1</script>\">",
                    "\u202Etxt.exe\u202C \u2066a\u2069 \u200B\u200D\uFEFF zero",
                    "Z\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358\u0359\u035A\u035B\u0363\u0364algo",
                    "\uDB40\uDC41\uDB40\uDC42 tags \u0007 bell");

    private static final List<String> PLACES =
            List.of(
                    "#/now",
                    "#/conversations/channel/hostile",
                    "#/conversations/thread/plaza/thread_demo",
                    "#/deliveries",
                    "#/actions/hostile.action",
                    "#/network/peers",
                    "#/network/audit",
                    "#/network/flagged",
                    "#/network/queues",
                    "#/network/work",
                    "#/outbound",
                    "#/ledger");

    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void nothing_that_others_wrote_runs_or_becomes_markup() {
        plant();
        try (Visit visit = stage.visit()) {
            for (String place : PLACES) {
                visit.go(place);
                assertThat(visit.page().locator("h1")).isVisible();
                assertThat(
                                visit.main()
                                        .locator(
                                                ".none",
                                                new Locator.LocatorOptions()
                                                        .setHasText("Loading…")))
                        .hasCount(0);
                visit.ranNothing();
            }
            visit.go("#/conversations/channel/hostile");
            visit.shows("<script>window.pwned=1</script>");
            visit.shows("U+202E");
            visit.picture("hostile");
            openEachRow(visit);
            visit.ranNothing();
        }
    }

    private static void openEachRow(Visit visit) {
        visit.go("#/ledger?q=pwned").isMarked("live");
        assertThat(visit.page().locator("[role=option]").first()).isVisible();
        for (int i = 0; i < 5; i++) {
            visit.page().locator("[role=option]").nth(i).click();
            assertThat(visit.page().getByLabel("The row")).isVisible();
        }
        Assertions.assertThat(visit.page().locator("main h1").count()).isEqualTo(1);
        Assertions.assertThat(visit.page().locator("main input[type=password]").count()).isZero();
    }

    private static void plant() {
        String all = String.join(" ", CORPUS);
        String key = stage.key();
        String planner = stage.planner().token();
        stage.post(
                "/v1/agents",
                key,
                """
                {"name":"hostile","persona":%s,"metadata":{%s:%s}}
                """
                        .formatted(
                                Stage.quoted(all), Stage.quoted(CORPUS.get(0)), Stage.quoted(all)));
        stage.post(
                "/v1/channels",
                planner,
                "{\"name\":\"hostile\",\"topic\":%s}".formatted(Stage.quoted(CORPUS.get(1))));
        stage.post("/v1/channels/hostile/join", stage.builder().token(), "{}");
        for (String text : CORPUS) {
            stage.post(
                    "/v1/channels/hostile/messages",
                    planner,
                    "{\"text\":%s,\"data\":{%s:%s}}"
                            .formatted(Stage.quoted(text), Stage.quoted("x"), Stage.quoted(text)));
            Network.say(stage, text);
        }
        stage.post(
                "/v1/actions",
                stage.builder().token(),
                """
                {"name":"hostile.action","description":%s,"handler_agent":"builder","input_schema":
                  {"type":"object","properties":{"x":{"type":"string","title":%s,"description":%s}}},
                  "output_schema":{"type":"object"}}
                """
                        .formatted(Stage.quoted(all), Stage.quoted(all), Stage.quoted(all)));
    }
}
