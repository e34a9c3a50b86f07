package dev.waybill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.WebSocketRoute;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.Assertions;

/// One person in front of the page. Whatever goes wrong inside is remembered, and fails the test at the end.
final class Visit implements AutoCloseable {
    /// Machines that run all tests at once are slow.
    private static final double PATIENCE = 20_000;

    private static final Path PICTURES = Path.of("target", "pictures");

    private final BrowserContext context;
    private final Page page;
    private final List<String> troubles = new ArrayList<>();
    private final List<String> forgiven = new ArrayList<>(List.of("Failed to load resource"));
    private final List<WebSocketRoute> sockets = new ArrayList<>();

    Visit(BrowserContext context, String url) {
        this(context);
        page.routeWebSocket(
                "**/v1/ws",
                socket -> {
                    socket.connectToServer();
                    sockets.add(socket);
                });
        page.navigate(url + "/");
    }

    /// With a socket that nothing stands in between of.
    static Visit straight(BrowserContext context, String url) {
        Visit visit = new Visit(context);
        visit.page.navigate(url + "/");
        return visit;
    }

    private Visit(BrowserContext context) {
        this.context = context;
        context.setDefaultTimeout(PATIENCE);
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        page = context.newPage();
        page.onPageError(troubles::add);
        page.onDialog(
                dialog -> {
                    troubles.add("a dialog: " + dialog.message());
                    dialog.dismiss();
                });
        page.onConsoleMessage(
                message -> {
                    // Chromium itself reports answers such as 422 there.
                    if (message.type().equals("error")
                            && forgiven.stream().noneMatch(message.text()::startsWith)) {
                        troubles.add(message.text());
                    }
                });
    }

    Page page() {
        return page;
    }

    void signIn(String token) {
        page.getByLabel("Workspace key or observer token").fill(token);
        button("Sign in").click();
        assertThat(page.getByRole(AriaRole.NAVIGATION).first()).isVisible();
    }

    /// To a place behind the #.
    Visit go(String place) {
        page.evaluate("place => { location.hash = place; }", place);
        return this;
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /// The first of a list.
    Locator row() {
        return page.locator("wb-list [role=option]").first();
    }

    /// What opens beside a list, by its label.
    Locator beside(String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    /// As if that much later.
    void later(Duration time) {
        page.clock().setFixedTime(Date.from(Instant.now().plus(time)));
    }

    Locator main() {
        return page.locator("main");
    }

    void shows(String text) {
        assertThat(main()).containsText(text);
    }

    void isMarked(String mark) {
        assertThat(page.locator(".mark")).hasText(mark);
    }

    /// Chromium itself complains of sockets that cannot be opened.
    Visit withoutServer() {
        forgiven.add("WebSocket connection to");
        return this;
    }

    /// What was said, as far as the page knows, in its order.
    List<String> told() {
        return ((List<?>)
                        page.evaluate(
                                """
                                () => document.querySelector('wb-ledger').session.trail.rows
                                    .map((row) => row.payload.message?.text).filter(Boolean)
                                """))
                .stream().map(String::valueOf).toList();
    }

    /// As a broken network would.
    void cutTheStream() {
        sockets.forEach(WebSocketRoute::close);
        sockets.clear();
    }

    /// Kept as build output, to be looked at.
    Path picture(String name) {
        Path file = PICTURES.resolve(name + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
        return file;
    }

    void isAccessible() {
        page.evaluate(axe() + ";0");
        Object found =
                page.evaluate(
                        """
                        async () => (await axe.run()).violations
                            .filter(v => v.impact === 'serious' || v.impact === 'critical')
                            .map(v => v.id + ': ' + v.nodes.map(n => n.html).slice(0, 3).join(' | '))
                        """);
        Assertions.assertThat((List<?>) found).isEmpty();
    }

    @Override
    public void close() {
        context.close();
        Assertions.assertThat(troubles).isEmpty();
    }

    private static String axe() {
        try (InputStream in = Visit.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(in, "axe").readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
