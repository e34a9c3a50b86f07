package dev.waybill.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A whole server, agents that are connected to it, and a Chromium. Made once for all tests.
final class Stage {
    private static final List<Path> CHROMIUM =
            Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                    .map(Path::of)
                    .toList();

    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final Object LOCK = new Object();
    private static @Nullable Stage shared;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Waybill server;
    private final String key;
    private final Relay relay;
    private final RelayAgent planner;
    private final RelayAgent builder;
    private final FakeTelegram telegram = new FakeTelegram();
    private final Playwright playwright;
    private final Browser browser;

    private Stage(Path chromium) {
        Path folder = folder();
        Map<String, String> flags = Map.of("--data", folder.toString(), "--port", "0");
        server =
                Waybill.start(
                        ConfigReader.read(new ConfigSources(flags, telegram.settings(), folder))
                                .config());
        key = server.firstKeys().map(Keys::workspaceKey).orElseThrow();
        relay = Relay.connect(server.url().toString(), key);
        planner = relay.register("planner");
        builder = relay.register("builder");
        builder.deliverTo((_, context) -> context.delivered());
        playwright = Playwright.create();
        browser =
                playwright
                        .chromium()
                        .launch(
                                new BrowserType.LaunchOptions()
                                        .setExecutablePath(chromium)
                                        .setArgs(List.of("--no-sandbox", "--disable-gpu")));
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /// Skips the test, and says why, where there is no Chromium.
    static Stage shared() {
        synchronized (LOCK) {
            Stage made = shared == null ? new Stage(chromium()) : shared;
            shared = made;
            return made;
        }
    }

    private static Path chromium() {
        Optional<Path> found = CHROMIUM.stream().filter(Files::isExecutable).findFirst();
        assumeTrue(
                found.isPresent(),
                "There is no Chromium at " + CHROMIUM + "; install the package chromium");
        return found.orElseThrow();
    }

    String url() {
        return server.url().toString();
    }

    String key() {
        return key;
    }

    RelayAgent planner() {
        return planner;
    }

    /// Deals with everything at once.
    RelayAgent builder() {
        return builder;
    }

    /// An agent that is registered and never connects.
    String absent(String name) {
        return absent(key, name);
    }

    /// The same in another workspace.
    String absent(String owner, String name) {
        return post("/v1/agents", owner, "{\"name\":\"" + name + "\"}").path("token").asString();
    }

    /// Signed in, with the token of the owner.
    Visit visit() {
        return visit(key, new Browser.NewContextOptions());
    }

    Visit visit(String token, Browser.NewContextOptions options) {
        Visit visit = door(options);
        visit.signIn(token);
        return visit;
    }

    /// Before the door.
    Visit door(Browser.NewContextOptions options) {
        return new Visit(browser.newContext(options), url());
    }

    /// Signed in at any server. Its socket goes straight there: it cannot be cut, and costs what it costs.
    Visit straight(String url, String token) {
        Visit visit = Visit.straight(browser.newContext(), url);
        visit.signIn(token);
        return visit;
    }

    /// The Chromium, to ask about its processes.
    Browser browser() {
        return browser;
    }

    /// So many messages in one go, with the token of one agent to another.
    void pile(String from, String to, int count) {
        String messages =
                IntStream.range(0, count)
                        .mapToObj(i -> "{\"to\":\"%s\",\"text\":\"number %d\"}".formatted(to, i))
                        .collect(Collectors.joining(","));
        post("/v1/messages/batch", from, "{\"messages\":[" + messages + "]}");
    }

    /// The planner tells somebody something with wishes about its delivery, as JSON; the id of the message.
    String tell(String to, String text, String wishes) {
        return post(
                        "/v1/dm",
                        planner.token(),
                        "{\"to\":\"%s\",\"text\":%s%s}".formatted(to, quoted(text), wishes))
                .path("id")
                .asString();
    }

    /// Of a new observer.
    String observer(String name, String scopes) {
        return post(
                        "/v1/observer-tokens",
                        key,
                        "{\"name\":\"%s\",\"scopes\":[%s]}".formatted(name, scopes))
                .path("token")
                .asString();
    }

    /// What is answered to the owner.
    JsonNode get(String path) {
        return sent(
                HttpRequest.newBuilder(URI.create(url() + path))
                        .header("Authorization", "Bearer " + key)
                        .build());
    }

    /// What is in the envelope of the answer.
    JsonNode post(String path, String token, String body) {
        return bare(path, token, body).path("data");
    }

    /// The whole answer.
    JsonNode bare(String path, String token, String body) {
        return sent(request(path, token, body));
    }

    /// Does not get what it asks for; why not.
    String refused(String path, String token, String body) {
        HttpResponse<String> response = answered(request(path, token, body));
        assertThat(response.statusCode()).as(response.body()).isGreaterThanOrEqualTo(400);
        return JSON.tree(response.body()).at("/error/code").asString();
    }

    private HttpRequest request(String path, String token, String body) {
        return HttpRequest.newBuilder(URI.create(url() + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body, UTF_8))
                .build();
    }

    private JsonNode sent(HttpRequest request) {
        HttpResponse<String> response = answered(request);
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return JSON.tree(response.body());
    }

    private HttpResponse<String> answered(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// As a JSON string.
    static String quoted(String text) {
        return JSON.text(text);
    }

    private void close() {
        browser.close();
        playwright.close();
        relay.close();
        server.close();
        telegram.close();
    }

    /// For the data of one server.
    static Path folder() {
        try {
            return Files.createTempDirectory(Path.of("target"), "data").toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
