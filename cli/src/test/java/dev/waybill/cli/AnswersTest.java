package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.nio.file.Files;
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
    void where_webhooks_go_is_said_of_sources_that_are_not_polled() {
        server.answering(200, "{\"sourceId\":\"src_1\",\"status\":\"active\",\"config\":{}}");
        shell.run("source", "add", "github_repo", "o/r");
        assertThat(shell.err()).contains("/ingress/github/src_1");
    }

    @Test
    void a_source_that_is_polled_has_no_address_for_webhooks() {
        server.answering(
                200, "{\"sourceId\":\"src_1\",\"status\":\"active\",\"config\":{\"poll\":true}}");
        shell.run("source", "add", "github_repo", "o/r");
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out()).contains("src_1");
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

    @Test
    void an_action_that_is_done_shows_its_output() {
        server.answering(
                """
                {"invocation_id":"inv_1","action_name":"deploy","status":"completed","duration_ms":12,"output":{"url":"x"},
                 "result":{"ok":true,"action":"deploy","invocationId":"inv_1","output":{"url":"x"}}}
                """);

        ExitCode code =
                shell.run("actions", "invoke", "deploy", "--input-json", "{\"branch\":\"main\"}");

        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(server.last().line()).isEqualTo("POST /v1/actions/deploy/invoke?wait=30000ms");
        assertThat(server.last().body()).isEqualTo("{\"input\":{\"branch\":\"main\"}}");
        assertThat(shell.out())
                .isEqualTo("deploy is done (inv_1, 12 ms)\n{\n  \"url\" : \"x\"\n}\n");
    }

    @Test
    void an_action_that_failed_fails_the_command_and_says_why() {
        String failed =
                """
                {"invocation_id":"inv_1","action_name":"deploy","status":"failed","error":"no disk",
                 "result":{"ok":false,"action":"deploy","invocationId":"inv_1",
                           "error":{"code":"handler_failed","message":"no disk","details":{"free":0},"retryable":true}}}
                """;
        server.answering(failed);

        assertThat(shell.run("actions", "invoke", "deploy")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.out()).isEmpty();
        assertThat(shell.err())
                .contains("deploy failed: no disk (handler_failed, inv_1, may be tried again)")
                .contains("\"free\" : 0");
    }

    @Test
    void as_json_an_action_that_failed_is_shown_as_it_came_and_still_fails() {
        server.answering(
                "{\"invocation_id\":\"inv_1\",\"status\":\"failed\",\"result\":{\"ok\":false,\"error\":{\"code\":\"not_found\"}}}");

        assertThat(shell.run("actions", "invoke", "deploy", "--json")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.json().path("result").path("error").path("code").asString())
                .isEqualTo("not_found");
    }

    @Test
    void an_action_that_takes_longer_is_not_taken_for_done() {
        server.answering(
                "{\"invocation_id\":\"inv_1\",\"action_name\":\"deploy\",\"status\":\"dispatched\",\"result\":null}");

        assertThat(shell.run("actions", "invoke", "deploy", "--wait", "1s"))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(shell.err()).contains("waybill actions history deploy --invocation inv_1");
        assertThat(shell.run("actions", "invoke", "deploy", "--wait", "0s")).isEqualTo(ExitCode.OK);
    }

    @Test
    void the_input_of_an_action_may_come_from_a_file_or_standard_input() throws Exception {
        Path file = Files.writeString(folder.resolve("input.json"), "{\"a\":1}");

        shell.run("actions", "invoke", "deploy", "--input-file", file.toString());
        assertThat(server.last().body()).isEqualTo("{\"input\":{\"a\":1}}");

        shell.typing("{\"a\":2}").run("actions", "invoke", "deploy", "--input-file", "-");
        assertThat(server.last().body()).isEqualTo("{\"input\":{\"a\":2}}");
    }

    @Test
    void the_history_of_actions_is_what_the_log_says_of_them() {
        server.answering(
                """
                {"events":[
                  {"seq":7,"type":"action.invoked","created_at":"x","payload":{"action_name":"deploy","caller_name":"planner","invocation_id":"inv_1"}},
                  {"seq":8,"type":"message.created","created_at":"x","payload":{}},
                  {"seq":9,"type":"action.failed","created_at":"x","payload":{"action_name":"other","error":"no"}}],
                 "latest_seq":9,"next_since":9}
                """);

        shell.run("actions", "history", "deploy", "--since", "5");

        assertThat(server.last().line()).isEqualTo("GET /v1/workspace/events?since=5&limit=500");
        assertThat(shell.out())
                .contains("action.invoked", "planner", "inv_1")
                .doesNotContain("other");
    }

    @Test
    void rules_say_what_they_are_about_and_what_went_wrong() {
        server.answering(
                """
                [{"id":"rule_1","name":"n","on":{"types":["action.*"],"caller":"planner"},"notify":{"channel":"ops"},
                  "owner":null,"enabled":true,"last_triggered_at":null,"last_error":"Channel ops is archived"}]
                """);

        shell.run("rules", "list");

        assertThat(shell.out())
                .contains("action.* caller=planner", "#ops", "Channel ops is archived");
    }
}
