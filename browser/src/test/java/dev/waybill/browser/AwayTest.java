package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the page says, and knows afterwards, when the server, the network or the page itself was away.
@Timeout(90)
class AwayTest {
    private static final String EVENTS = "**/v1/workspace/events**";

    private static Stage stage;

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void a_server_that_was_away_is_waited_for_and_nothing_is_missed_or_doubled() {
        try (OwnServer own = new OwnServer(Map.of());
                Visit visit = stage.straight(own.url(), own.key()).withoutServer()) {
            Api api = new Api(own.url());
            visit.go("#/ledger").isMarked("live");
            say(api, own.agent(), "general", 0, 20);

            own.stop();
            visit.isMarked("offline");
            assertThat(visit.page().getByRole(AriaRole.ALERT).last())
                    .containsText("What is shown may be old.");
            visit.isAccessible();
            visit.picture("offline");
            own.startAgain();
            say(new Api(own.url()), own.agent(), "general", 20, 40);

            visit.isMarked("live");
            visit.shows("said 39.");
            Assertions.assertThat(visit.told()).isEqualTo(texts(40));
        }
    }

    @Test
    void a_page_that_was_cut_off_says_that_it_is_behind_and_then_has_everything_once() {
        Workspace workspace = new Workspace(stage, "cut off");
        String sender = speaker(workspace);
        try (Visit visit = workspace.visit()) {
            visit.go("#/ledger").isMarked("live");
            List<Route> held = new ArrayList<>();
            visit.page().route(EVENTS, held::add);
            visit.cutTheStream();
            say(workspace.api(), sender, "busy", 0, 30);

            visit.isMarked("catching up");
            visit.picture("catching-up");
            // These come with the new socket, before the others are read.
            say(workspace.api(), sender, "busy", 30, 60);
            visit.page().unroute(EVENTS);
            held.forEach(Route::resume);

            visit.isMarked("live");
            visit.shows("said 59.");
            Assertions.assertThat(visit.told()).isEqualTo(texts(60));
        }
    }

    @Test
    void a_page_that_does_not_read_slows_nobody_and_reads_on_where_it_stopped() {
        Workspace workspace = new Workspace(stage, "asleep");
        String sender = speaker(workspace);
        try (Visit visit = stage.straight(stage.url(), workspace.key());
                Chromium chromium = new Chromium(stage.browser())) {
            visit.go("#/ledger").isMarked("live");
            int messages = 300;

            chromium.whileAsleep(
                    () -> {
                        String padding = " " + "x".repeat(50_000);
                        for (int i = 0; i < messages; i++) {
                            workspace.say(sender, "busy", "said " + i + "." + padding);
                        }
                    });

            visit.shows("said " + (messages - 1) + ".");
            visit.isMarked("live");
            Assertions.assertThat(
                            visit.told().stream()
                                    .map(text -> text.substring(0, text.indexOf('.') + 1)))
                    .isEqualTo(texts(messages));
        }
    }

    private static String speaker(Workspace workspace) {
        String sender = workspace.agent("sender");
        workspace.channel("busy", "", sender, List.of());
        return sender;
    }

    private static void say(Api api, String token, String channel, int from, int until) {
        for (int i = from; i < until; i++) {
            api.post(
                    "/v1/channels/" + channel + "/messages",
                    token,
                    "{\"text\":\"said " + i + ".\"}");
        }
    }

    private static List<String> texts(int many) {
        return IntStream.range(0, many).mapToObj(i -> "said " + i + ".").toList();
    }
}
