package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Every page as a team at work sees it, by day on a desk and by night on a phone: without serious findings of axe, without
/// anything outside of its box, and with pictures, which `docs/dashboard.md` shows (`-Dupdate.docs=true` makes them anew).
@Timeout(120)
class GalleryTest {
    private static final Path DOCS = Path.of("..", "docs", "pictures");

    /// For whom the person speaks, by day and by night.
    private static final List<String> NAMES = List.of("kim", "lee");

    private static final FakeTelegram TELEGRAM = new FakeTelegram();

    private static Stage stage;
    private static OwnServer server;
    private static Workspace workspace;
    private static Story story;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
        server = new OwnServer(TELEGRAM.settings());
        workspace = new Workspace(stage, server);
        story = new Story(workspace);
    }

    @AfterAll
    static void close() {
        story.close();
        server.close();
        TELEGRAM.close();
    }

    @Test
    void by_day_on_a_desk() throws IOException {
        try (Visit visit =
                workspace.visit(
                        new Browser.NewContextOptions()
                                .setViewportSize(1200, 720)
                                .setColorScheme(ColorScheme.LIGHT))) {
            busy(visit);
            for (Map.Entry<String, String> place : places().entrySet()) {
                look(visit, place.getValue());
                keep(visit.picture(place.getKey() + "-light"), place.getKey());
            }
        }
    }

    @Test
    void by_night_on_a_phone() throws IOException {
        try (Visit visit =
                workspace.visit(
                        new Browser.NewContextOptions()
                                .setViewportSize(390, 780)
                                .setColorScheme(ColorScheme.DARK))) {
            busy(visit);
            for (Map.Entry<String, String> place : places().entrySet()) {
                look(visit, place.getValue());
                keep(visit.picture(place.getKey() + "-phone"), place.getKey() + "-phone");
            }
        }
    }

    /// What the names in the documentation stand for, and the rest.
    private static Map<String, String> places() {
        Map<String, String> places = new LinkedHashMap<>();
        places.put("now", "now");
        places.put(
                "conversations",
                "conversations/channel/" + Story.CHANNEL + "?message=" + story.asked());
        places.put("search", "conversations?q=tests");
        places.put("deliveries", "deliveries?agent=reviewer&id=" + Api.part(workspace.givenUp()));
        places.put("actions", "actions/" + Story.ACTION);
        places.put("network", "conversations/thread/plaza/" + Story.THREAD);
        places.put("peers", "network/peers");
        places.put("queues", "network/queues");
        places.put("work", "network/work/w-smoke-test");
        places.put("audit", "network/audit");
        places.put("flagged", "network/flagged");
        places.put("outbound", "outbound/" + story.attempt());
        places.put("outbound-new", "outbound/new");
        places.put("ledger", "ledger");
        return places;
    }

    private static void busy(Visit visit) {
        visit.go("#/now").isMarked("live");
        for (int i = 1; i <= 24; i++) {
            story.goOn(i);
            visit.page().waitForTimeout(40 + 20 * (i % 7));
        }
    }

    private static void look(Visit visit, String place) {
        visit.go("#/" + place);
        assertThat(visit.page().getByText("Loading…")).hasCount(0);
        assertThat(visit.main().getByRole(AriaRole.ALERT)).hasCount(0);
        fillIn(visit);
        PageCheck.insideBoxes(visit.page());
        visit.isAccessible();
    }

    /// A form is there for who speaks for an agent.
    private static void fillIn(Visit visit) {
        if (visit.page().url().endsWith(Story.ACTION)) {
            visit.page()
                    .getByLabel("Speak as")
                    .fill(NAMES.get(visit.page().viewportSize().width > 760 ? 0 : 1));
            visit.button("Begin").click();
            visit.page().getByLabel("Branch").fill("main");
        }
    }

    private static void keep(Path picture, String name) throws IOException {
        Path shown = DOCS.resolve(name + ".png");
        if (Boolean.getBoolean("update.docs") && Files.exists(shown)) {
            Files.copy(picture, shown, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
