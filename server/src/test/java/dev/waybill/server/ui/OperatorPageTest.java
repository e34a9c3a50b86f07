package dev.waybill.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.TestServer;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What browsers are given, and told about it.
@Timeout(60)
class OperatorPageTest {
    private static final Path SOURCES = Path.of("src/main/resources/dev/waybill/server/ui/web");
    private static final Pattern ADDRESS = Pattern.compile("\"(/ui/[0-9a-f]+/[^\"]+)\"");

    @TempDir private static Path folder;
    private static TestServer server;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        server = TestServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void the_page_runs_nothing_but_its_own_files() throws Exception {
        HttpResponse<String> page = ask("GET", "/");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self' 'sha256-")
                .contains("style-src 'self'")
                .contains("connect-src 'self'")
                .contains("frame-ancestors 'none'")
                .contains("base-uri 'none'")
                .contains("form-action 'none'")
                .contains("require-trusted-types-for 'script'")
                .doesNotContain("unsafe");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
        assertThat(page.body()).doesNotContain("{base}").doesNotContain("onload=");
    }

    @Test
    void the_page_is_not_sent_again_to_who_has_it() throws Exception {
        String tag = header(ask("GET", "/"), "ETag");

        assertThat(ask("GET", "/", "If-None-Match", tag).statusCode()).isEqualTo(304);
        assertThat(ask("GET", "/", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    }

    @Test
    void every_file_that_the_page_names_is_there_and_kept_for_good() throws Exception {
        Matcher addresses = ADDRESS.matcher(ask("GET", "/").body());
        List<String> found = addresses.results().map(match -> match.group(1)).toList();

        assertThat(found).hasSizeGreaterThan(6);
        for (String address : found) {
            HttpResponse<String> file = ask("GET", address);
            assertThat(file.statusCode()).as(address).isEqualTo(200);
            assertThat(header(file, "Cache-Control")).contains("immutable");
        }
    }

    @Test
    void only_looking_is_allowed() throws Exception {
        HttpResponse<String> head = ask("HEAD", "/");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();

        HttpResponse<String> post = ask("POST", "/");
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(header(post, "Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void nothing_else_of_the_class_path_can_be_had() throws Exception {
        String base = base();
        for (String path :
                List.of(
                        "/ui/",
                        base + "/",
                        base + "/files",
                        base + "/index.html",
                        base + "/%2e%2e/OperatorPage.class",
                        base + "/lib/..%2f..%2f..%2fversion",
                        base + "//page.js",
                        "/ui/0000000000000000/page.js")) {
            assertThat(ask("GET", path).statusCode()).as(path).isIn(400, 404);
        }
    }

    @Test
    void the_list_of_files_is_what_lies_there() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            List<String> lying =
                    all.filter(Files::isRegularFile)
                            .map(file -> SOURCES.relativize(file).toString())
                            .filter(name -> !name.equals("files") && !name.equals("index.html"))
                            .sorted()
                            .toList();
            assertThat(Files.readAllLines(SOURCES.resolve("files")))
                    .isSorted()
                    .filteredOn(name -> !name.startsWith("lit/"))
                    .containsExactlyElementsOf(lying);
        }
    }

    @Test
    void no_file_of_ours_makes_markup_of_text() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            for (Path file : all.filter(name -> name.toString().endsWith(".js")).toList()) {
                assertThat(Files.readString(file))
                        .as(file.toString())
                        .startsWith("// @ts-check")
                        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML")
                        .doesNotContain("unsafeHTML", "document.write", "eval(", "new Function");
            }
        }
    }

    @Test
    void a_browser_watches_with_its_token_among_the_protocols() throws Exception {
        URI address = URI.create("ws" + server.url().toString().substring(4) + "/v1/ws");
        WebSocket socket =
                CLIENT.newWebSocketBuilder()
                        .subprotocols("waybill", "bearer." + server.key())
                        .buildAsync(address, new WebSocket.Listener() {})
                        .get(20, TimeUnit.SECONDS);

        assertThat(socket.getSubprotocol()).isEqualTo("waybill");
        socket.abort();
    }

    @Test
    void without_the_setting_there_is_no_page(@TempDir Path other) throws Exception {
        ConfigSources sources =
                new ConfigSources(
                        Map.of("--data", other.toString(), "--port", "0"),
                        Map.of("WAYBILL_UI_ENABLED", "false"),
                        other);
        try (Waybill without = Waybill.start(ConfigReader.read(sources).config())) {
            HttpRequest request = HttpRequest.newBuilder(without.url().resolve("/")).build();
            assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
        }
    }

    private static String base() throws Exception {
        Matcher addresses = ADDRESS.matcher(ask("GET", "/").body());
        assertThat(addresses.find()).isTrue();
        String first = addresses.group(1);
        return first.substring(0, first.indexOf('/', "/ui/".length()));
    }

    private static HttpResponse<String> ask(String method, String path, String... headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElseThrow();
    }
}
