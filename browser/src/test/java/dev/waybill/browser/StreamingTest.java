package dev.waybill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The page under 200 messages a second: for a moment in each build, and for as long as `-Dbrowser.soak=10m` says.
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class StreamingTest {
    private static final Duration LENGTH =
            Duration.parse("PT" + System.getProperty("browser.soak", "20s"));

    private static final List<String> PLACES =
            List.of(
                    "#/now",
                    "#/conversations/channel/" + Chatter.CHANNEL,
                    "#/deliveries",
                    "#/ledger");

    /// Milliseconds until what a place has to load has come.
    private static final double SETTLED = 1_200;

    private static Stage stage;

    private final List<String> report = new ArrayList<>();

    @BeforeAll
    static void open() {
        stage = Stage.shared();
    }

    @Test
    void leaves_a_core_free_stays_as_large_as_it_is_and_keeps_still() throws IOException {
        Workspace workspace = new Workspace(stage, "streaming");
        try (Chatter chatter = new Chatter(stage, workspace);
                Visit visit = stage.straight(stage.url(), workspace.key());
                Chromium chromium = new Chromium(stage.browser())) {
            visit.isMarked("live");
            fill(visit);
            round(visit, chromium, chatter, LENGTH.dividedBy(4));
            Figures middle = Figures.of(visit.page());
            report.add("then " + middle);
            round(visit, chromium, chatter, LENGTH.multipliedBy(3).dividedBy(4));
            Figures end = Figures.of(visit.page());
            report.add("at the end " + end);
            int rows = visit.told().size();
            report.add(rows + " messages are kept");
            double slow = scroll(visit);
            report.add("a tenth of frames take longer than %.0f ms".formatted(slow));
            Files.write(Path.of("target", "streaming.txt"), report);

            assertThat(end.heapMegabytes() - middle.heapMegabytes())
                    .as("%s", report)
                    .isLessThan(40);
            assertThat(rows).as("%s", report).isBetween(10_000, 55_000);
            assertThat(end.nodes()).as("%s", report).isLessThan(middle.nodes() * 1.2 + 500);
            assertThat(end.listeners()).as("%s", report).isLessThan(middle.listeners() * 1.2 + 200);
            assertThat(slow).as("%s", report).isLessThan(500);
            visit.isMarked("live");
        }
    }

    /// As many rows as the page keeps, so that each that comes takes the place of another.
    private static void fill(Visit visit) {
        visit.go("#/ledger").row().waitFor();
        visit.page()
                .evaluate(
                        """
                        () => {
                          const trail = document.querySelector('wb-ledger').session.trail;
                          const model = JSON.stringify(trail.rows.find((row) => row.payload.message)?.payload ?? {});
                          const rows = Array.from({ length: 55_000 }, (_, i) => ({
                            seq: 0, type: 'message.created', at: new Date(0).toISOString(), key: `old ${i}`, payload: JSON.parse(model),
                          }));
                          trail.prepend(rows);
                        }
                        """);
    }

    private void round(Visit visit, Chromium chromium, Chatter chatter, Duration length) {
        for (String place : PLACES) {
            visit.go(place);
            visit.page().waitForTimeout(SETTLED);
            visit.page().evaluate(WATCH);
            long began = System.nanoTime();
            Duration before = chromium.used();
            long said = chatter.said();
            visit.page().waitForTimeout((double) length.toMillis() / PLACES.size());
            double seconds = (System.nanoTime() - began) / 1e9;
            double cores = chromium.used().minus(before).toMillis() / 1000.0 / seconds;
            double shift = ((Number) visit.page().evaluate("() => window.shifted")).doubleValue();
            report.add(
                    String.format(
                            Locale.ROOT,
                            "%s: %.0f messages/s, %.2f cores, shift %.4f",
                            place,
                            (chatter.said() - said) / seconds,
                            cores,
                            shift));
            assertThat(cores).as("%s", report).isLessThan(1);
            assertThat(shift).as("%s", report).isLessThan(0.1);
            assertThat(visit.page().evaluate(BEHIND))
                    .as("how far the timeline is from what was said last at %s", place)
                    .isEqualTo(0);
        }
    }

    /// How long the slowest tenth of pictures takes at least while one scrolls through all rows.
    private static double scroll(Visit visit) {
        return ((Number)
                        visit.page()
                                .evaluate(
                                        """
                                        async () => {
                                          const list = document.querySelector('wb-list');
                                          const times = [];
                                          let before = performance.now();
                                          for (let i = 1; i <= 90; i++) {
                                            list.scrollTop = (list.scrollHeight / 90) * i;
                                            const now = await new Promise(requestAnimationFrame);
                                            times.push(now - before);
                                            before = now;
                                          }
                                          return times.sort((a, b) => a - b)[81];
                                        }
                                        """))
                .doubleValue();
    }

    /// In pixels, if there is a timeline.
    private static final String BEHIND =
            """
            () => {
              const box = document.querySelector('ul.timeline');
              return box ? Math.floor(box.scrollHeight - box.scrollTop - box.clientHeight) : 0;
            }
            """;

    /// Sums up what moves by itself.
    private static final String WATCH =
            """
            () => {
              window.shifts?.disconnect();
              window.shifted = 0;
              window.shifts = new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) {
                  window.shifted += entry.hadRecentInput ? 0 : entry.value;
                }
              });
              window.shifts.observe({ type: 'layout-shift' });
            }
            """;
}
