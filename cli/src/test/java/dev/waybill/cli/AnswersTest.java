package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a person is shown of what a server answers.
class AnswersTest {
    @TempDir private Path folder;

    private final RecordingServer server = new RecordingServer();
    private Shell shell;

    @BeforeEach
    void setUp() {
        shell =
                new Shell()
                        .with("XDG_CONFIG_HOME", folder.toString())
                        .with("WAYBILL_URL", server.url())
                        .with("WAYBILL_KEY", "rk_live_1")
                        .with("WAYBILL_TOKEN", "at_live_1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_list_is_a_table() {
        server.answering(
                """
                [{"name":"general","member_count":12,"is_archived":false,"topic":null},
                 {"name":"ops","member_count":1,"is_archived":false,"topic":"On call"}]
                """);

        shell.run("channel", "list");

        assertThat(shell.out())
                .isEqualTo(
                        """
                        NAME     MEMBER COUNT  IS ARCHIVED  TOPIC
                        general  12            false        -
                        ops      1             false        On call
                        """);
    }

    @Test
    void an_empty_list_says_so() {
        server.answering("[]");

        shell.run("node", "list");

        assertThat(shell.out()).isEqualTo("none\n");
    }

    @Test
    void as_json_the_data_is_printed_as_it_came() {
        server.answering("[{\"name\":\"general\",\"unknown_field\":[1,2.50]}]");

        shell.run("channel", "list", "--json");

        assertThat(shell.json().toString())
                .isEqualTo("[{\"name\":\"general\",\"unknown_field\":[1,2.50]}]");
    }

    @Test
    void an_answer_without_data_is_an_empty_document() {
        server.answering(204, "");

        assertThat(shell.run("channel", "archive", "ops", "--json")).isEqualTo(ExitCode.OK);

        assertThat(shell.json().isEmpty()).isTrue();
    }

    @Test
    void history_reads_downwards() {
        server.answering(
                """
                [{"id":"2","agent_name":"bob","text":"second","created_at":"2026-01-01T00:00:01Z"},
                 {"id":"1","agent_name":"alice","text":"first","created_at":"2026-01-01T00:00:00Z"}]
                """);

        shell.run("channel", "history", "general");

        assertThat(shell.out().lines()).hasSize(2);
        assertThat(shell.out()).matches("(?s).*1  alice  first\n.*2  bob  second\n");
    }

    @Test
    void what_others_wrote_cannot_steer_the_terminal() {
        server.answering(
                """
                [{"id":"1","agent_name":"mallory","text":"\\u001b[2Jgone\\u0007\\nnext \\u202etxet","created_at":"x"}]
                """);

        shell.run("channel", "history", "general");

        assertThat(shell.out())
                .contains("[2Jgone\n    next txet")
                .doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @Test
    void what_was_given_up_is_told_with_why_and_every_attempt() {
        server.answering(
                """
                {"id":"del_1_2","agent_name":"bob","reason":"ttl_expired","error":"delivery TTL expired","attempt":1,
                 "dead_lettered_at":"2026-01-01T00:00:00Z","message":{"agent_name":"alice","text":"hi\\nthere"},
                 "attempts":[{"id":"del_1_2","status":"dead_lettered","error":null,"created_at":"a","updated_at":"b"}]}
                """);

        shell.run("dead-letters", "show", "del_1_2");

        assertThat(shell.out())
                .contains(
                        "reason            ttl_expired",
                        "alice wrote: hi\nthere",
                        "del_1_2  dead_lettered");
    }

    @Test
    void sending_again_goes_on_until_nothing_is_left() {
        server.answering("{\"redriven\":[],\"has_more\":true}");

        assertThat(shell.run("dead-letters", "redrive", "--all")).isEqualTo(ExitCode.OK);

        assertThat(shell.out()).isEqualTo("none\n");
    }

    @Test
    void the_inbox_is_told_in_short() {
        server.answering(
                """
                {"unread_channels":[{"channel_name":"general","unread_count":3}],
                 "mentions":[{"id":"9","channel_name":"ops","agent_name":"bob","text":"@alice look"}],
                 "unread_dms":[{"conversation_id":"dm_1","from":"bob","unread_count":1,"last_message":null}],
                 "recent_reactions":[]}
                """);

        shell.run("inbox");

        assertThat(shell.out())
                .isEqualTo(
                        """
                        Unread channels
                          #general  3 unread

                        Direct messages
                          @bob  1 unread \s

                        Mentions
                          #ops  bob: @alice look  (9)
                        """);
    }

    @Test
    void a_refusal_names_the_server_the_code_and_what_was_sent() {
        server.answering(
                401,
                "{\"ok\":false,\"error\":{\"code\":\"agent_token_invalid\",\"message\":\"Invalid agent token\"}}");

        assertThat(shell.run("inbox")).isEqualTo(ExitCode.NOT_AUTHORISED);

        assertThat(shell.err())
                .isEqualTo(
                        "waybill: "
                                + server.url()
                                + ": Invalid agent token (agent_token_invalid); sent was WAYBILL_TOKEN\n")
                .doesNotContain("at_live_1");
    }

    @Test
    void any_other_error_is_a_failure_with_its_code() {
        server.answering(
                404,
                "{\"ok\":false,\"error\":{\"code\":\"channel_not_found\",\"message\":\"No channel x\"}}");

        assertThat(shell.run("channel", "show", "x", "--json")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.json().get("error").get("messages").get(0).asString())
                .isEqualTo(server.url() + ": No channel x (channel_not_found)");
    }

    @Test
    void whoever_else_answers_is_a_failure() {
        server.answering(502, "<html>Bad gateway</html>");

        assertThat(shell.run("inbox")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).contains("HTTP 502", "not as a Waybill server does");
    }

    @Test
    void without_a_server_it_says_how_to_start_one() {
        server.close();

        assertThat(shell.run("send", "#general", "hello")).isEqualTo(ExitCode.UNREACHABLE);

        assertThat(shell.err()).contains(server.url(), "waybill up");
    }
}
