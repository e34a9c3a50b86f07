package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Two agents on the network, each with a terminal, and a real server between them.
@Timeout(90)
class NetworkEndToEndTest {
    @TempDir private Path folder;
    private Waybill server;
    private String key;

    @BeforeEach
    void start() {
        Map<String, String> flags = Map.of("--data", folder.toString(), "--port", "0");
        server =
                Waybill.start(
                        ConfigReader.read(new ConfigSources(flags, Map.of(), folder)).config());
        key = server.firstKeys().map(Keys::workspaceKey).orElseThrow();
        for (String agent : List.of("alice", "bob")) {
            json("agent", "register", agent);
            json("network", "join", "builders", "--as", agent);
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void work_is_asked_for_taken_on_and_done() {
        String alice = peer("alice");
        String bob = peer("bob");
        JsonNode asked =
                json(
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
                        "Please check \u001b[2J it.");
        String id = asked.path("id").asString();

        until(() -> !json("network", "inbox", "--as", "bob").isEmpty());
        assertThat(json("network", "inbox", "--as", "bob").path(0).path("id").asString())
                .isEqualTo(id);
        assertThat(text("network", "inbox", "--as", "bob", "--prompt"))
                .contains("<network-message id=\"" + id + "\"", "&#x1b;[2J")
                .doesNotContain("\u001b");
        String[] answer = {
            "network",
            "send",
            "--as",
            "bob",
            "--to",
            alice,
            "--surface",
            "direct",
            "--work",
            "work_1",
            "--reply-to",
            id,
            "--kind"
        };
        json(
                more(
                        answer,
                        "receipt",
                        "--body",
                        "{\"for_id\":\"" + id + "\",\"status\":\"accepted\"}"));
        json(more(answer, "trace", "--body", "{\"state\":\"completed\",\"message\":\"fine\"}"));

        until(() -> state().equals("completed"));
        assertThat(text("network", "work", "messages", "--work", "work_1"))
                .contains("Please check [2J it.", "receipt", "fine")
                .doesNotContain("\u001b")
                .hasLineCount(3);
        String room = asked.path("direct_id").asString();
        assertThat(
                        json(
                                        "network",
                                        "directs",
                                        "resolve",
                                        "--as",
                                        "bob",
                                        "--channel",
                                        "builders",
                                        "--peer",
                                        alice)
                                .path("direct")
                                .path("direct_id")
                                .asString())
                .isEqualTo(room);
        assertThat(json("network", "directs", "list", "--channel", "builders").path("directs"))
                .hasSize(1);
        assertThat(
                        json(
                                        "network",
                                        "directs",
                                        "messages",
                                        "--channel",
                                        "builders",
                                        "--direct",
                                        room,
                                        "--kind",
                                        "trace")
                                .path("messages"))
                .hasSize(1);
    }

    @Test
    void what_is_said_in_public_is_read_and_audited() {
        JsonNode said =
                json(
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

        until(() -> !json("network", "audit", "--direction", "received").isEmpty());
        assertThat(json("network", "threads", "list", "--channel", "builders").path("threads"))
                .hasSize(1);
        assertThat(
                        json(
                                        "network",
                                        "threads",
                                        "show",
                                        "--channel",
                                        "builders",
                                        "--thread",
                                        "thread_release")
                                .path("thread")
                                .path("title")
                                .asString())
                .isEqualTo("Who can check it?");
        assertThat(
                        text(
                                "network",
                                "threads",
                                "messages",
                                "--channel",
                                "builders",
                                "--thread",
                                "thread_release"))
                .contains("Who can check it?", said.path("id").asString());
        assertThat(text("network", "audit", "export", "--kind", "say").lines())
                .isNotEmpty()
                .allMatch(line -> line.startsWith("{") && line.contains("\"say\""));
        assertThat(text("network", "status")).contains("enabled", "say");
        assertThat(text("network", "peers", "builders")).contains("alice.sess-", "bob.sess-");
        assertThat(text("network", "channels")).contains("builders");
        assertThat(text("network", "channels", "show", "builders")).contains("alice", "bob");
        assertThat(text("network", "work", "list")).isEqualTo("none\n");
    }

    @Test
    void keys_are_pinned_and_sessions_end() {
        String bob = peer("bob");

        assertThat(
                        text(
                                "network",
                                "keys",
                                "pin",
                                bob,
                                "Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE",
                                "--channel",
                                "builders"))
                .contains("is known by sha256:");
        text("network", "keys", "unpin", bob, "--channel", "builders");
        assertThat(text("network", "leave", "--as", "bob")).contains("has ended");
        assertThat(json("network", "sessions")).hasSize(1);
        assertThat(
                        json(
                                        "network",
                                        "channels",
                                        "create",
                                        "ops",
                                        "--purpose",
                                        "On call",
                                        "--agent",
                                        "alice,bob")
                                .path("sessions"))
                .hasSize(2);
    }

    private String state() {
        return json("network", "work", "show", "--work", "work_1")
                .path("work")
                .path("state")
                .asString();
    }

    private String peer(String agent) {
        return json("network", "sessions")
                .valueStream()
                .filter(each -> each.path("agent_name").asString().equals(agent))
                .map(each -> each.path("peer_id").asString())
                .findFirst()
                .orElseThrow();
    }

    private JsonNode json(String... words) {
        return run(more(words, "--json")).json();
    }

    private String text(String... words) {
        return run(words).out();
    }

    private Shell run(String... words) {
        Shell shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                        .with("WAYBILL_URL", server.url().toString())
                        .with("WAYBILL_KEY", key);
        assertThat(shell.run(words)).as(shell::err).isEqualTo(ExitCode.OK);
        return shell;
    }

    private static String[] more(String[] words, String... others) {
        return Stream.concat(Stream.of(words), Stream.of(others)).toArray(String[]::new);
    }

    private static void until(BooleanSupplier so) {
        while (!so.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
