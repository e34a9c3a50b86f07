package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.RecordingServer.Asked;
import dev.waybill.cli.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What `waybill deliver` asks of a server, shows, and tells the shell.
class DeliverCommandTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    @TempDir private Path folder;

    private final RecordingServer server = new RecordingServer();
    private Shell shell;

    @BeforeEach
    void setUp() {
        server.answering(200, "{}");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "actions --item itm_1 | at | POST /v1/deliveries/actions | {'itemId':'itm_1'}",
                "actions --entry ent_1 --source-id src_1 | at | POST /v1/deliveries/actions | {'entryId':'ent_1','sourceId':'src_1'}",
                "actions --handle-json {'provider':'github'} | at | POST /v1/deliveries/actions | {'deliveryHandle':{'provider':'github'}}",
                "actions --provider p --surface s --target t --thread h --reply-mode m | at | POST /v1/deliveries/actions | {'provider':'p','surface':'s','targetRef':'t','threadRef':'h','replyMode':'m'}",
                "invoke --item itm_1 --operation close_issue | at | POST /v1/deliveries/invoke | {'itemId':'itm_1','operation':'close_issue','input':{}}",
                "invoke --item itm_1 --operation o --input-json {'a':1} --wait 0s --dry-run --agent bob | at | POST /v1/deliveries/invoke | {'itemId':'itm_1','agentId':'bob','operation':'o','input':{'a':1},'waitMs':0,'dryRun':true}",
                "send --item itm_1 --text ok | at | POST /v1/deliveries/send | {'itemId':'itm_1','payload':{'text':'ok'}}",
                "send --item itm_1 --kind note --payload-json {'text':'x'} | at | POST /v1/deliveries/send | {'itemId':'itm_1','kind':'note','payload':{'text':'x'}}",
                "providers | rk | GET /v1/providers | ",
                "list | rk | GET /v1/deliveries/attempts | ",
                "list --status failed --provider p --agent a --item i --operation o --since 2026-01-31T12:00:00Z --limit 3 --cursor 5.x | rk | GET /v1/deliveries/attempts?status=failed&provider=p&agentId=a&itemId=i&operation=o&since=2026-01-31T12%3A00%3A00Z&limit=3&cursor=5.x | ",
                "show dlv_1 | rk | GET /v1/deliveries/dlv_1 | ",
                "retry dlv_1 --force --wait 2s | rk | POST /v1/deliveries/dlv_1/retry | {'force':true,'waitMs':2000}",
                "cancel dlv_1 | rk | POST /v1/deliveries/dlv_1/cancel | ",
                "approve dlv_1 | rk | POST /v1/deliveries/dlv_1/approve | {}",
                "refuse dlv_1 --reason \"too early\" | rk | POST /v1/deliveries/dlv_1/refuse | {'reason':'too early'}"
            })
    void each_command_is_one_request(String words, String kind, String line, String body) {
        assertThat(run(words)).as(shell::err).isEqualTo(ExitCode.OK);

        assertThat(server.asked()).hasSize(1);
        Asked asked = server.last();
        assertThat(asked.line()).isEqualTo(line);
        assertThat(asked.bearer()).startsWith("Bearer " + kind + "_live_");
        assertThat(asked.body()).isEqualTo(body == null ? "" : body.replace('\'', '"'));
    }

    @Test
    void input_comes_from_a_file_or_through_the_pipe() throws Exception {
        Path file = Files.writeString(folder.resolve("in.json"), "{\"body\":\"hi\"}");

        run("invoke --item itm_1 --operation o --idempotency-key k1 --input-file " + file);
        assertThat(server.last().body()).contains("\"input\":{\"body\":\"hi\"}");
        assertThat(server.last().idempotencyKey()).isEqualTo("k1");

        shell.typing("{\"body\":\"piped\"}");
        run("invoke --item itm_1 --operation o --input-stdin");
        assertThat(server.last().body()).contains("\"input\":{\"body\":\"piped\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_input, 2",
        "401, unauthorized, 2",
        "404, unknown_item, 2",
        "404, provider_not_found, 3",
        "422, provider_rejected, 3",
        "429, provider_rate_limited, 3",
        "502, provider_unavailable, 3",
        "503, provider_not_configured, 3",
        "504, provider_timeout, 4"
    })
    void refusals_have_their_exit_codes(int status, String code, int exit) {
        server.answering(
                status,
                "{\"error\":\"it says no\",\"code\":\"%s\",\"retryable\":false,\"deliveryId\":\"dlv_9\"}"
                        .formatted(code));

        assertThat(run("send --item itm_1 --text ok").code()).isEqualTo(exit);

        assertThat(shell.err()).contains("it says no (" + code + ")", "deliver show dlv_9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown_item", "unknown_entry"})
    void whoever_cannot_see_an_item_is_told_who_can(String code) {
        server.answering(404, "{\"error\":\"unknown\",\"code\":\"%s\"}".formatted(code));

        run("actions --item itm_1");

        assertThat(shell.err()).contains("--as", "--key");
    }

    @ParameterizedTest
    @CsvSource({
        "deliver actions",
        "deliver invoke --item itm_1",
        "deliver send --item itm_1",
        "deliver send --item itm_1 --text a --payload-json {}",
        "deliver show",
        "deliver list --nonsense",
        "deliver invoke --item itm_1 --operation o --input-json {bad"
    })
    void what_is_not_understood_is_one(String words) {
        assertThat(shell.run(words(words)).code()).isEqualTo(1);

        assertThat(server.asked()).isEmpty();
    }

    @Test
    void a_server_that_does_not_answer_is_five() {
        server.close();

        assertThat(run("list").code()).isEqualTo(5);
    }

    @Test
    void what_became_of_it_is_said_on_one_line() {
        server.answering(
                200,
                """
                {"deliveryId":"dlv_1","status":"sent","note":"sent GitHub issue comment",
                 "result":{"url":"https://github.test/c/1"}}""");

        run("send --item itm_1 --text ok");

        assertThat(shell.out().strip())
                .isEqualTo("dlv_1 is sent: sent GitHub issue comment https://github.test/c/1");
    }

    @Test
    void help_tells_its_own_exit_codes() {
        assertThat(run("invoke --help")).isEqualTo(ExitCode.OK);

        assertThat(shell.out()).contains("nobody knows what the provider did", "Examples:");
    }

    private ExitCode run(String words) {
        return shell.run(words("deliver " + words));
    }

    private static String[] words(String line) {
        return WORD.matcher(line)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .map(word -> word.replace('\'', '"'))
                .toArray(String[]::new);
    }
}
