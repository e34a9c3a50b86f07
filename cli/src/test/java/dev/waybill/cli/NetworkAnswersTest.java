package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a person is shown of the network.
class NetworkAnswersTest {
    /// A terminal's escape, a line break of three sorts, a bidi mark, a control of the second set, a lone surrogate.
    private static final String HOSTILE =
            "\\u001b[2Jgone\\u0007\\r\\nroot# \\u202etxet\\u2028x\\u009b31m\\ud800y";

    private static final String[] RAW = {"\u001b", "\u0007", "\u202e", "\u2028", "\u009b", "\r"};

    private static final String MESSAGE =
            """
            {"message_id":"%1$s","kind":"%1$s","peer_from":"%1$s","peer_to":"%1$s","timestamp":"%1$s","text":"%1$s",
             "flags":["%1$s"],"body":{"text":"%1$s"}}
            """
                    .formatted(HOSTILE);

    @TempDir private Path folder;

    private final RecordingServer server = new RecordingServer();
    private Shell shell;

    @BeforeEach
    void setUp() {
        shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.toString())
                        .with("WAYBILL_URL", server.url())
                        .with("WAYBILL_KEY", "rk_live_1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_message_is_one_line_whatever_its_sender_wrote() {
        server.answering("[" + MESSAGE + "," + MESSAGE + "]");

        shell.run("network", "threads", "messages", "--channel", "c", "--thread", "thread_abc");

        assertThat(shell.out().lines()).hasSize(2);
        assertThat(shell.out()).contains("[2Jgone root# txet x 31m").doesNotContain(RAW);
    }

    @ParameterizedTest
    @CsvSource({
        "peers, '[{\"peer_id\":\"%s\",\"display_name\":\"%s\",\"peer_card\":{\"capabilities\":[{\"id\":\"%s\"}]}}]'",
        "channels, '[{\"channel\":\"%s\",\"purpose\":\"%s\"}]'",
        "sessions, '[{\"peer_id\":\"%s\"}]'",
        "inbox --session s, '[{\"state\":\"%s\",\"flags\":[\"%s\"],\"envelope\":{\"id\":\"%s\",\"thread_id\":\"%s\",\"body\":{\"text\":\"%s\"}}}]'",
        "threads list --channel c, '[{\"title\":\"%s\"}]'",
        "directs list --channel c, '[{\"peer_a\":\"%s\"}]'",
        "work list, '[{\"work_id\":\"%s\"}]'",
        "audit, '[{\"peer_from\":\"%s\",\"detail\":\"%s\"}]'"
    })
    void rows_hold_nothing_that_a_terminal_obeys(String words, String answer) {
        server.answering(answer.replace("%s", HOSTILE));

        assertThat(shell.run(("network " + words).split(" "))).isEqualTo(ExitCode.OK);

        assertThat(shell.out().lines()).hasSize(2);
        assertThat(shell.out()).contains("root# txet").doesNotContain(RAW);
    }

    @Test
    void as_json_what_is_hidden_is_an_escape_and_means_the_same() {
        server.answering("[" + MESSAGE.replace("\\ud800", "") + "]");

        shell.run("network", "threads", "messages", "--channel", "c", "--thread", "t", "--json");

        assertThat(shell.out()).contains("\\u202e", "\\u009b").doesNotContain(RAW);
        assertThat(shell.json().path("messages").path(0).path("text").asString())
                .isEqualTo("\u001b[2Jgone\u0007\r\nroot# \u202etxet\u2028x\u009b31my");
    }

    @Test
    void as_json_an_inbox_is_its_envelopes_and_with_prompts_its_entries() {
        server.answering("[{\"envelope\":{\"id\":\"m\"},\"prompt\":\"<network-message/>\"}]");

        shell.run("network", "inbox", "--session", "s", "--json");
        assertThat(shell.json().toString()).isEqualTo("[{\"id\":\"m\"}]");

        Shell other =
                new Shell().with("WAYBILL_URL", server.url()).with("WAYBILL_KEY", "rk_live_1");
        other.run("network", "inbox", "--session", "s", "--prompt", "--json");
        assertThat(other.json().path(0).path("prompt").asString()).isEqualTo("<network-message/>");
    }

    @ParameterizedTest
    @CsvSource({
        "threads list --channel c, threads, []",
        "threads show --channel c --thread t, thread, {}",
        "threads messages --channel c --thread t, messages, []",
        "directs list --channel c, directs, []",
        "directs resolve --channel c --session s --peer p, direct, {}",
        "directs show --channel c --direct d, direct, {}",
        "directs messages --channel c --direct d, messages, []",
        "work list, work, []",
        "work show --work w, work, {}",
        "work messages --work w, messages, []"
    })
    void as_json_conversations_have_a_name(String words, String name, String answer) {
        server.answering(answer);

        shell.run(("network " + words + " --json").split(" "));

        assertThat(shell.json().toString()).isEqualTo("{\"" + name + "\":" + answer + "}");
    }

    @Test
    void the_prompt_is_shown_as_the_session_will_get_it() {
        server.answering(
                "[{\"envelope\":{},\"prompt\":\"<network-message id=\\\"m\\\">\\n  <network-body/>\\n</network-message>\"}]");

        shell.run("network", "inbox", "--session", "s", "--prompt");

        assertThat(shell.out())
                .isEqualTo(
                        """
                        <network-message id="m">
                          <network-body/>
                        </network-message>
                        """);
    }

    @Test
    void an_export_is_printed_line_by_line() {
        server.answering(200, "{\"id\":\"1\",\"detail\":\"\u202e\"}\n{\"id\":\"2\"}\n");

        assertThat(shell.run("network", "audit", "export")).isEqualTo(ExitCode.OK);

        assertThat(shell.out())
                .isEqualTo("{\"id\":\"1\",\"detail\":\"\\u202e\"}\n{\"id\":\"2\"}\n");
    }

    @Test
    void an_export_that_is_refused_says_why() {
        server.answering(
                503,
                "{\"ok\":false,\"error\":{\"code\":\"network_disabled\",\"message\":\"off\\u001b\"}}");

        assertThat(shell.run("network", "audit", "export")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).contains("off (network_disabled)").doesNotContain("\u001b");
    }

    @Test
    void what_was_sent_is_told_in_a_sentence() {
        server.answering(
                "{\"id\":\"msg-1\",\"kind\":\"say\",\"channel\":\"builders\",\"thread_id\":\"thread_abc\",\"work_id\":\"w\",\"to\":\"a.b\"}");

        shell.run("network", "send", "--session", "s", "--thread", "thread_abc", "--text", "x");

        assertThat(shell.out())
                .isEqualTo(
                        "say msg-1 is on its way to a.b in channel builders, in thread_abc, for work w\n");
    }
}
