package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.RecordingServer.Asked;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What each command of the network asks of a server.
class NetworkRequestsTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String SESSIONS =
            """
            [{"session_id":"sess-1","agent_name":"alice","channel":"builders"},
             {"session_id":"sess-2","agent_name":"alice","channel":"ops"}]
            """;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "status | rk | GET /v1/network/status | ",
                "peers | rk | GET /v1/network/peers | ",
                "peers #builders --peer a.b | rk | GET /v1/network/peers/a.b?channel=builders | ",
                "channels | rk | GET /v1/network/channels | ",
                "channels create builders --purpose p --agent alice,bob | rk | POST /v1/network/channels | {'channel':'builders','purpose':'p','agent_names':['alice','bob']}",
                "channels create --channel builders --purpose p | rk | POST /v1/network/channels | {'channel':'builders','purpose':'p'}",
                "channels show builders | rk | GET /v1/network/channels/builders | ",
                "join builders | at | POST /v1/network/sessions | {'channel':'builders'}",
                "join | at | POST /v1/network/sessions | {}",
                "join builders --agent @alice --peer-id a.b --display-name A --summary s --capability \"review=Reviews it\" --capability sum | rk | POST /v1/network/sessions | {'channel':'builders','agent':'alice','peer_id':'a.b','display_name':'A','summary':'s','capabilities':[{'id':'review','summary':'Reviews it'},{'id':'sum'}]}",
                "leave --session sess-1 | rk | DELETE /v1/network/sessions/sess-1 | ",
                "sessions | rk | GET /v1/network/sessions | ",
                "inbox --session sess-1 | rk | GET /v1/network/inbox?session_id=sess-1 | ",
                "inbox --session sess-1 --wait 2s | rk | GET /v1/network/inbox?session_id=sess-1&wait=2000ms | ",
                "threads list --channel builders --limit 3 --after thread_abc | rk | GET /v1/network/channels/builders/threads?limit=3&after=thread_abc | ",
                "threads show --channel builders --thread thread_abc | rk | GET /v1/network/channels/builders/threads/thread_abc | ",
                "threads messages --channel builders --thread thread_abc --limit 2 --before 9 --kind say --work w | rk | GET /v1/network/channels/builders/threads/thread_abc/messages?limit=2&before=9&kind=say&work_id=w | ",
                "directs list --channel builders --peer a.b | rk | GET /v1/network/channels/builders/directs?peer_id=a.b | ",
                "directs resolve --channel builders --session sess-1 --peer a.b | rk | POST /v1/network/channels/builders/directs/resolve | {'session_id':'sess-1','peer_id':'a.b'}",
                "directs show --channel builders --direct direct_1 | rk | GET /v1/network/channels/builders/directs/direct_1 | ",
                "directs messages --channel builders --direct direct_1 --after 4 | rk | GET /v1/network/channels/builders/directs/direct_1/messages?after=4 | ",
                "work list --state working --channel builders | rk | GET /v1/network/work?state=working&channel=builders | ",
                "work show --work \"a b\" | rk | GET /v1/network/work/a%20b | ",
                "work lookup --work w | rk | GET /v1/network/work/w | ",
                "work status --work w | rk | GET /v1/network/work/w | ",
                "inbox --session sess-1 --limit 2 --after 7 | rk | GET /v1/network/inbox?session_id=sess-1&limit=2&after=7 | ",
                "directs list --channel builders --limit 2 --after 5.direct_1 | rk | GET /v1/network/channels/builders/directs?limit=2&after=5.direct_1 | ",
                "work list --limit 2 --after 5.w | rk | GET /v1/network/work?limit=2&after=5.w | ",
                "peers --limit 2 --after builders/a.b | rk | GET /v1/network/peers?limit=2&after=builders%2Fa.b | ",
                "work messages --work w | rk | GET /v1/network/work/w/messages | ",
                "audit --since 2027-01-01T00:00:00+01:00 --until 1798790400 --peer p --channel c --work w --direction sent --reason busy --kind say --limit 5 --after x | rk | GET /v1/network/audit?since=2026-12-31T23%3A00%3A00Z&until=2027-01-01T08%3A00%3A00Z&peer=p&channel=c&work_id=w&direction=sent&reason=busy&kind=say&limit=5&after=x | ",
                "audit export --channel c | rk | GET /v1/network/audit/export?channel=c | ",
                "keys pin a.b Gb9E --channel builders | rk | PUT /v1/network/peers/a.b/key | {'channel':'builders','pubkey':'Gb9E'}",
                "keys unpin a.b --channel builders | rk | DELETE /v1/network/peers/a.b/key?channel=builders | ",
                "send --session sess-1 --channel #builders --thread thread_abc --text hi | rk | POST /v1/network/send | {'session_id':'sess-1','channel':'builders','kind':'say','body':{'text':'hi'},'surface':'thread','thread_id':'thread_abc'}",
                "send --session sess-1 --kind trace --body {'state':'working'} --direct direct_1 --to a.b --work w --reply-to m --trace-id t --causation-id c --expires-at 1798790400 --id i --ext {'x.y':1} | rk | POST /v1/network/send | {'session_id':'sess-1','kind':'trace','body':{'state':'working'},'surface':'direct','direct_id':'direct_1','to':'a.b','work_id':'w','reply_to':'m','trace_id':'t','causation_id':'c','expires_at':1798790400,'id':'i','ext':{'x.y':1}}",
                "send --session sess-1 --kind whois --body {'type':'request'} | rk | POST /v1/network/send | {'session_id':'sess-1','kind':'whois','body':{'type':'request'}}",
                "send --session sess-1 --kind direct --to a.b --work w --text \"@bob, hi\" | rk | POST /v1/network/send | {'session_id':'sess-1','kind':'direct','body':{'text':'@bob, hi'},'surface':'direct','to':'a.b','work_id':'w'}"
            })
    void each_command_is_one_request(String words, String kind, String line, String body) {
        assertThat(shell.run(words("network " + words))).as(shell::err).isEqualTo(ExitCode.OK);

        assertThat(server.asked()).hasSize(1);
        Asked asked = server.last();
        assertThat(asked.line()).isEqualTo(line);
        assertThat(asked.bearer()).startsWith("Bearer " + kind + "_live_");
        assertThat(asked.body()).isEqualTo(body == null ? "" : body.replace('\'', '"'));
    }

    @Test
    void the_only_session_of_the_agent_in_the_channel_is_meant() {
        server.answering(SESSIONS);

        shell.run("network", "send", "--channel", "ops", "--thread", "thread_abc", "--text", "hi");

        assertThat(server.asked())
                .extracting(Asked::line)
                .containsExactly("GET /v1/network/sessions", "POST /v1/network/send");
        assertThat(server.asked()).extracting(Asked::bearer).containsOnly("Bearer at_live_1");
        assertThat(server.last().body()).contains("\"session_id\":\"sess-2\"");
    }

    @ParameterizedTest
    @CsvSource({
        "threads list --channel c, --after",
        "directs list --channel c, --after",
        "work list, --after",
        "peers, --after",
        "audit, --after",
        "inbox --session s, --after",
        "work messages --work w, --after",
        "threads messages --channel c --thread t, --after",
        "threads messages --channel c --thread t --before 9, --before"
    })
    void a_list_says_beside_it_where_it_goes_on(String words, String option) {
        server.answering(
                200, "{\"ok\":true,\"data\":[],\"cursor\":{\"next\":\"5.x\",\"has_more\":true}}");

        assertThat(shell.run(words("network " + words))).isEqualTo(ExitCode.OK);

        assertThat(shell.err()).contains("go on with " + option + " 5.x");
        assertThat(shell.out()).doesNotContain("5.x");
    }

    @Test
    void several_sessions_have_to_be_told_apart() {
        server.answering(SESSIONS);

        assertThat(shell.run("network", "inbox")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err())
                .contains("--session", "sess-1 (alice in builders)", "sess-2 (alice in ops)");
    }

    @Test
    void without_a_session_the_command_to_make_one_is_named() {
        server.answering("[]");

        assertThat(shell.run("network", "leave", "builders")).isEqualTo(ExitCode.FAILURE);

        assertThat(shell.err()).contains("waybill network join builders");
    }

    @Test
    void the_body_may_be_in_a_file_or_come_through_a_pipe() throws IOException {
        Path file = Files.writeString(folder.resolve("body.json"), "{\"state\":\"working\"}");
        String words = "network send --session s --kind trace --thread thread_abc --work w --body ";

        shell.run(words(words + "@" + file));
        assertThat(server.last().body()).contains("\"body\":{\"state\":\"working\"}");

        shell.typing("{\"state\":\"failed\"}").run(words(words + "-"));
        assertThat(server.last().body()).contains("\"body\":{\"state\":\"failed\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "send --session s --thread thread_abc | --kind",
                "send --session s --kind shout --text x --thread thread_abc | 'shout'",
                "send --session s --text x | --thread",
                "send --session s --text x --surface thread | --thread",
                "send --session s --text x --surface direct | --to",
                "send --session s --text x --surface attic --to a | 'attic'",
                "send --session s --text x --thread thread_abc --direct direct_1 | do not go together",
                "send --session s --text x --thread thread_abc --surface direct | does not go with",
                "send --session s --text x --body {} --thread thread_abc | either --body or --text",
                "send --session s --kind say --thread thread_abc | either --body or --text",
                "send --session s --kind receipt --body {} --thread thread_abc | --work",
                "send --session s --kind receipt --text x --work w --thread thread_abc | needs --body",
                "send --session s --kind greet --body {} --work w | --work does not go with",
                "send --session s --kind say --body [1] --thread thread_abc | not an object",
                "send --session s --kind say --body {x --thread thread_abc | not JSON",
                "send --session s --text x --thread thread_abc --expires-at soon | 'soon'",
                "send --session s --thread thread_abc --text at_live_0123456789abcdef0123456789abcdef | token",
                "threads list | --channel",
                "threads show --channel c | --thread",
                "threads messages --channel c --thread t --before 1 --after 2 | --before and --after",
                "directs resolve --channel c --session s | --peer",
                "work show | --work",
                "audit --since soon | 'soon'",
                "channels create builders | --purpose",
                "threads | waybill network threads"
            })
    void what_is_not_understood_is_said_and_nothing_is_asked(String words, String named) {
        assertThat(shell.run(words("network " + words))).isEqualTo(ExitCode.USAGE);

        assertThat(shell.err()).contains(named);
        assertThat(server.asked()).isEmpty();
    }

    private static String[] words(String line) {
        return WORD.matcher(line.replace('\'', '"'))
                .results()
                .map(each -> each.group(1) == null ? each.group(2) : each.group(1))
                .toArray(String[]::new);
    }
}
