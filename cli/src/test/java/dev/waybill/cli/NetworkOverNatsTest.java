package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// One agent at a terminal of one server, another with the tools of an MCP host at a second server, and between them nothing
/// but a real broker.
@Timeout(120)
class NetworkOverNatsTest {
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);

    @TempDir private Path folder;
    private TestBroker broker;
    private Waybill here;
    private Waybill there;
    private HttpClient client;

    @BeforeEach
    void start() {
        broker = new TestBroker(folder.resolve("broker"));
        here = server("here");
        there = server("there");
        client = HttpClient.newHttpClient();
    }

    private Waybill server(String name) {
        Path data = folder.resolve(name);
        return Waybill.start(
                ConfigReader.read(
                                new ConfigSources(
                                        Map.of("--data", data.toString(), "--port", "0"),
                                        Map.of("WAYBILL_NATS_URL", broker.url()),
                                        folder))
                        .config());
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            client.close();
            here.close();
            there.close();
            broker.close();
        }
    }

    @Test
    void work_is_asked_for_at_a_terminal_and_done_with_tools() {
        shell("agent", "register", "alice");
        String alice =
                shell("network", "join", "builders", "--as", "alice").path("peer_id").asString();
        String bob = tool("network_join", "{'channel':'builders'}").path("peer_id").asString();
        until(() -> shell("network", "peers", "builders").toString().contains(bob));
        until(() -> tool("network_peers", "{}").toString().contains(alice));

        shell(
                "network",
                "send",
                "--as",
                "alice",
                "--channel",
                "builders",
                "--thread",
                "thread_release",
                "--text",
                "Who can check it?");
        JsonNode asked =
                shell(
                        "network",
                        "send",
                        "--as",
                        "alice",
                        "--to",
                        bob,
                        "--surface",
                        "direct",
                        "--work",
                        "work_1",
                        "--text",
                        "Please check it.");
        String id = asked.path("id").asString();
        until(() -> tool("network_inbox", "{'wait_seconds':1}").toString().contains(id));
        assertThat(tool("network_inbox", "{}").toString())
                .contains("Who can check it?", "Please check it.", "<network-message ");

        String common =
                "'to':'%s','work_id':'work_1','direct_id':'%s'"
                        .formatted(alice, asked.path("direct_id").asString());
        tool("network_receipt", "{'for_id':'%s','status':'accepted',%s}".formatted(id, common));
        tool("network_send", "{'text':'It is fine.',%s}".formatted(common));
        tool("network_trace", "{'state':'completed','message':'done',%s}".formatted(common));

        until(() -> state().equals("completed"));
        until(() -> shell("network", "inbox", "--as", "alice").size() == 3);
        assertThat(
                        shell("network", "inbox", "--as", "alice")
                                .valueStream()
                                .map(entry -> entry.path("kind").asString()))
                .containsExactly("receipt", "say", "trace");
        assertThat(
                        shell("network", "work", "messages", "--work", "work_1")
                                .path("messages")
                                .valueStream()
                                .map(message -> message.path("kind").asString()))
                .containsExactly("say", "receipt", "say", "trace");
    }

    private String state() {
        return shell("network", "work", "show", "--work", "work_1")
                .path("work")
                .path("state")
                .asString();
    }

    private JsonNode shell(String... words) {
        Shell shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                        .with("WAYBILL_URL", here.url().toString())
                        .with(
                                "WAYBILL_KEY",
                                here.firstKeys().map(Keys::workspaceKey).orElseThrow());
        String[] all = Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new);
        assertThat(shell.run(all)).as(shell::err).isEqualTo(ExitCode.OK);
        return shell.json();
    }

    /// A call of an MCP host without a session.
    private JsonNode tool(String name, String arguments) {
        String request =
                """
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{
                "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},
                "name":"%s","arguments":%s}}
                """
                        .formatted(name, arguments.replace('\'', '"'));
        HttpRequest call =
                HttpRequest.newBuilder(there.url().resolve("/mcp"))
                        .header(
                                "Authorization",
                                "Bearer " + there.firstKeys().map(Keys::agentToken).orElseThrow())
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .header("Mcp-Method", "tools/call")
                        .header("Mcp-Name", name)
                        .POST(BodyPublishers.ofString(request))
                        .build();
        try {
            HttpResponse<String> response = client.send(call, BodyHandlers.ofString());
            JsonNode result = JSON.tree(response.body()).path("result");
            assertThat(result.path("isError").asBoolean(false)).as(response.body()).isFalse();
            assertThat(result.has("structuredContent")).as(response.body()).isTrue();
            return result.path("structuredContent");
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void until(BooleanSupplier so) {
        while (!so.getAsBoolean()) {
            LockSupport.parkNanos(20_000_000);
        }
    }
}
