package dev.waybill.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.email.Mailroom;
import dev.waybill.server.store.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// A server whose `PATH` is empty says something at every provider: no tool of theirs is needed.
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class NoToolsNeededTest {
    private static final String DECLARATION =
            """
            {"providers": [{
              "name": "tracker", "title": "Tracker", "url": "HOME/tracker", "secret": {"file": "tracker.secret"},
              "surfaces": [{"name": "ticket", "target": "T-[0-9]+", "operations": [
                {"name": "add_note", "title": "Add Note", "canonicalText": true,
                 "inputSchema": {"type": "object", "additionalProperties": false, "required": ["text"],
                                 "properties": {"text": {"type": "string", "minLength": 1}}}}]}]}]}
            """;

    @TempDir private Path temp;
    private HttpServer providers;
    private Mailroom mail;
    private @Nullable Process child;

    @BeforeEach
    void start() throws IOException {
        providers =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        providers.createContext("/", NoToolsNeededTest::answer);
        providers.start();
        mail = Mailroom.open();
    }

    @AfterEach
    void stop() {
        if (child != null) {
            child.destroyForcibly();
        }
        mail.close();
        providers.stop(0);
    }

    @Test
    void every_provider_is_reached_with_an_empty_path() throws Exception {
        String url = "http://127.0.0.1:" + providers.getAddress().getPort();
        Path declarations = temp.resolve("providers.json");
        Files.writeString(temp.resolve("tracker.secret"), "a secret of the house", UTF_8);
        Files.writeString(declarations, DECLARATION.replace("HOME", url), UTF_8);
        Process started =
                ChildJvm.alone(
                        LonelyServer.class,
                        temp.resolve("data").toString(),
                        url,
                        List.of(
                                String.valueOf(mail.server().getSmtp().getPort()),
                                declarations.toString()));
        child = started;

        List<String> said;
        try (var lines = started.inputReader(UTF_8).lines()) {
            said = lines.filter(line -> line.matches("(said|path) .*")).toList();
        }

        assertThat(started.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(said.getFirst()).isEqualTo("path .");
        assertThat(said.subList(1, said.size()))
                .containsExactlyElementsOf(
                        LonelyServer.PLACES.stream()
                                .map(DeliveryHandle::provider)
                                .map(name -> "said " + name + " sent")
                                .toList());
        assertThat(mail.arrived(1)).hasSize(1);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = body(exchange.getRequestURI().getPath()).getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /// As each of them answers when all is well.
    private static String body(String path) {
        if (path.contains("tenant_access_token")) {
            return "{\"code\":0,\"msg\":\"ok\",\"tenant_access_token\":\"t-1\",\"expire\":7200}";
        }
        if (path.contains("/im/v1/")) {
            return "{\"code\":0,\"data\":{\"message_id\":\"om_2\"}}";
        }
        if (path.contains("/api/chat.")) {
            return "{\"ok\":true,\"channel\":\"C1\",\"ts\":\"1700000001.000200\"}";
        }
        if (path.contains("_matrix")) {
            return "{\"event_id\":\"$made\"}";
        }
        if (path.contains("sendMessage")) {
            return "{\"ok\":true,\"result\":{\"message_id\":8,\"chat\":{\"id\":-100200}}}";
        }
        return "{\"id\":7,\"sid\":\"SM1\",\"status\":\"queued\",\"html_url\":\"https://x/7\"}";
    }
}
