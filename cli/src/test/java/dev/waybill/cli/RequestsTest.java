package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.RecordingServer.Asked;
import dev.waybill.cli.command.ExitCode;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What each command asks of a server.
class RequestsTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

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
                "workspace show | rk | GET /v1/workspace | ",
                "workspace rename \"Acme Europe\" | rk | PATCH /v1/workspace | {'name':'Acme Europe'}",
                "workspace events | rk | GET /v1/workspace/events | ",
                "workspace events --since 7 --limit 9 | rk | GET /v1/workspace/events?since=7&limit=9 | ",
                "credential list | rk | GET /v1/credentials | ",
                "credential set work --provider github --field token=abc --field base-url=http://x | rk | PUT /v1/credentials/work | {'provider':'github','fields':{'token':'abc','base-url':'http://x'}}",
                "credential set work --provider github --field token=abc --default | rk | PUT /v1/credentials/work | {'provider':'github','fields':{'token':'abc'},'is_default':true}",
                "credential remove work | rk | DELETE /v1/credentials/work | ",
                "source add github_repo o/r --credential work | rk | POST /v1/sources | {'sourceType':'github_repo','sourceKey':'o/r','configRef':'work'}",
                "source list | rk | GET /v1/sources | ",
                "source show src_1 | rk | GET /v1/sources/src_1 | ",
                "source remove src_1 --with-subscriptions | rk | DELETE /v1/sources/src_1?with_subscriptions=true | ",
                "source post src_1 n1 v | rk | POST /v1/sources/src_1/events | {'sourceNativeId':'n1','eventVariant':'v'}",
                "source subscribe src_1 @bob --from earliest --mode on-idle | rk | POST /v1/event-subscriptions | {'agentId':'bob','sourceId':'src_1','startPolicy':'earliest','deliveryMode':'on-idle'}",
                "source unsubscribe sub_1 | rk | DELETE /v1/event-subscriptions/sub_1 | ",
                "source subscriptions --agent bob | rk | GET /v1/event-subscriptions?agent_id=bob | ",
                "items list bob --all --limit 3 --after ent_1 | rk | GET /v1/agents/bob/inbox/entries?include_acked=true&limit=3&after_entry_id=ent_1 | ",
                "items show bob itm_1 | rk | GET /v1/agents/bob/inbox/items/itm_1 | ",
                "items ack bob --through ent_1 | rk | POST /v1/agents/bob/inbox/ack | {'throughEntryId':'ent_1'}",
                "items ack bob ent_1 itm_2 | rk | POST /v1/agents/bob/inbox/ack | {'entryIds':['ent_1','itm_2']}",
                "items ack bob --all | rk | POST /v1/agents/bob/inbox/ack | {'all':true}",
                "agent register alice | rk | POST /v1/agents | {'name':'alice'}",
                "agent register @alice --type human --persona \"A b\" | rk | POST /v1/agents | {'name':'alice','type':'human','persona':'A b'}",
                "agent list | rk | GET /v1/agents | ",
                "agent list --status online | rk | GET /v1/agents?status=online | ",
                "agent show alice | rk | GET /v1/agents/alice | ",
                "agent presence | rk | GET /v1/agents/presence | ",
                "agent rotate alice | rk | POST /v1/agents/alice/rotate-token | {}",
                "agent remove \"a b/c\" | rk | DELETE /v1/agents/a%20b%2Fc | ",
                "channel create #releases --topic \"What ships\" | at | POST /v1/channels | {'name':'releases','topic':'What ships'}",
                "channel list | at | GET /v1/channels | ",
                "channel list --archived | at | GET /v1/channels?include_archived=true | ",
                "channel list --key rk_live_2 | rk | GET /v1/channels | ",
                "channel show general | at | GET /v1/channels/general | ",
                "channel history #general | at | GET /v1/channels/general/messages | ",
                "channel history general --limit 2 --before 9 --after 3 | at | GET /v1/channels/general/messages?limit=2&before=9&after=3 | ",
                "channel members general | at | GET /v1/channels/general/members | ",
                "channel join #general | at | POST /v1/channels/general/join | ",
                "channel leave general | at | POST /v1/channels/general/leave | ",
                "channel mute general | at | POST /v1/channels/general/mute | ",
                "channel unmute general | at | POST /v1/channels/general/unmute | ",
                "channel invite general @bob | at | POST /v1/channels/general/invite | {'agent_name':'bob'}",
                "channel topic general \"New one\" | at | PATCH /v1/channels/general/topic | {'topic':'New one'}",
                "channel archive general | at | DELETE /v1/channels/general | ",
                "node create box --capability echo --capability sum --max-agents 4 --role broker | rk | POST /v1/nodes | {'name':'box','role':'broker','max_agents':4,'capabilities':['echo','sum']}",
                "node create hook --push-url https://a.example/x --ack-mode on_2xx --hmac-secret s | rk | POST /v1/nodes | {'name':'hook','kind':'http_push','delivery':{'url':'https://a.example/x','ack_mode':'on_2xx','auth':{'type':'hmac_sha256','secret':'s'}}}",
                "node list | rk | GET /v1/nodes | ",
                "node list --capability spawn:claude | rk | GET /v1/nodes?capability=spawn%3Aclaude | ",
                "node show box | rk | GET /v1/nodes/box | ",
                "node agents box | rk | GET /v1/nodes/box/agents | ",
                "node bind box alice --session-ref s1 | rk | POST /v1/nodes/box/agents | {'agent_name':'alice','session_ref':'s1'}",
                "node unbind box alice | rk | DELETE /v1/nodes/box/agents/alice | ",
                "token create dash --scope stream:read,messages:read --channel #general --include-dms | rk | POST /v1/observer-tokens | {'name':'dash','scopes':['stream:read','messages:read'],'filters':{'channel_names':['general'],'include_dms':true}}",
                "token create dash --scope stream:read --expires-at 2027-01-01T00:00:00Z --description d | rk | POST /v1/observer-tokens | {'name':'dash','description':'d','scopes':['stream:read'],'expires_at':'2027-01-01T00:00:00Z'}",
                "token list | rk | GET /v1/observer-tokens | ",
                "token show ot_1 | rk | GET /v1/observer-tokens/ot_1 | ",
                "token rotate ot_1 | rk | POST /v1/observer-tokens/ot_1/rotate | {}",
                "token revoke ot_1 | rk | DELETE /v1/observer-tokens/ot_1 | ",
                "send #general hello | at | POST /v1/channels/general/messages | {'text':'hello'}",
                "send @bob hello --delivery-mode on-idle --urgent --deadline 2099-01-01T00:00:00Z | at | POST /v1/dm | {'text':'hello','to':'bob','delivery_mode':'on-idle','priority':'urgent','deadline':'2099-01-01T00:00:00Z'}",
                "send #general hello there --steer | at | POST /v1/channels/general/messages | {'text':'hello there','mode':'steer'}",
                "send @bob psst | at | POST /v1/dm | {'text':'psst','to':'bob'}",
                "send --reply-to 215 I agree | at | POST /v1/messages/215/replies | {'text':'I agree'}",
                "inbox --limit 3 | at | GET /v1/inbox?limit=3 | ",
                "deliveries | at | GET /v1/deliveries | ",
                "deliveries --status failed --limit 5 | at | GET /v1/deliveries?status=failed&limit=5 | ",
                "deliveries ack del_1 | at | POST /v1/deliveries/del_1/ack | ",
                "deliveries fail del_1 | at | POST /v1/deliveries/del_1/fail | ",
                "deliveries fail del_1 --error no --retryable | at | POST /v1/deliveries/del_1/fail | {'error':'no','retryable':true}",
                "deliveries defer del_1 --until 2027-01-01T00:00:00Z --reason busy | at | POST /v1/deliveries/del_1/defer | {'available_at':'2027-01-01T00:00:00Z','reason':'busy'}",
                "deliveries flush | at | POST /v1/deliveries/flush | {}",
                "deliveries flush del_1 | at | POST /v1/deliveries/flush | {'delivery_id':'del_1'}",
                "deliveries flush --agent bob | rk | POST /v1/deliveries/flush | {'agent':'bob'}",
                "dead-letters list | rk | GET /v1/dead-letters | ",
                "dead-letters list --agent bob --reason ttl_expired --limit 5 --before del_1 | rk | GET /v1/dead-letters?agent=bob&reason=ttl_expired&limit=5&before=del_1 | ",
                "dead-letters show del_1~2 | rk | GET /v1/dead-letters/del_1%7E2 | ",
                "dead-letters redrive del_1 | rk | POST /v1/dead-letters/del_1/redrive | ",
                "dead-letters redrive --agent bob | rk | POST /v1/dead-letters/redrive | {'agent':'bob'}",
                "dead-letters redrive --all | rk | POST /v1/dead-letters/redrive | {}",
                "actions list | at | GET /v1/actions | ",
                "actions show a.b | at | GET /v1/actions/a.b | ",
                "actions invoke a.b --wait 0s | at | POST /v1/actions/a.b/invoke | {'input':{}}",
                "actions history a.b --invocation inv_1 | at | GET /v1/actions/a.b/invocations/inv_1 | ",
                "rules list | rk | GET /v1/rules | ",
                "rules create --on action.invoked --action agent.create --caller planner --notify #ops | rk | POST /v1/rules | {'on':{'types':['action.invoked'],'action':'agent.create','caller':'planner'},'notify':{'channel':'ops'}}",
                "rules create --on agent.status.*,member.joined --agent b --channel c --error e --notify @bob --text \"{agent} x\" --name n --delivery-mode on-idle --urgent | rk | POST /v1/rules | {'name':'n','on':{'types':['agent.status.*','member.joined'],'agent':'b','channel':'c','error':'e'},'notify':{'agent':'bob'},'text':'{agent} x','delivery_mode':'on-idle','priority':'urgent'}",
                "rules remove rule_1 | rk | DELETE /v1/rules/rule_1 | "
            })
    void each_command_is_one_request(String words, String kind, String line, String body) {
        assertThat(shell.run(words(words))).as(shell::err).isEqualTo(ExitCode.OK);

        assertThat(server.asked()).hasSize(1);
        Asked asked = server.last();
        assertThat(asked.line()).isEqualTo(line);
        assertThat(asked.bearer()).startsWith("Bearer " + kind + "_live_");
        assertThat(asked.body()).isEqualTo(body == null ? "" : body.replace('\'', '"'));
    }

    @Test
    void text_may_come_from_standard_input() {
        shell.typing("one\ntwo\n").run("send", "#general", "-");

        assertThat(server.last().body()).isEqualTo("{\"text\":\"one\\ntwo\"}");
    }

    @Test
    void a_key_for_at_most_once_goes_with_the_message() {
        shell.run("send", "#general", "hello", "--idempotency-key", "deploy-7");

        assertThat(server.last().idempotencyKey()).isEqualTo("deploy-7");
    }

    @Test
    void a_delivery_may_be_deferred_for_a_while() {
        shell.run("deliveries", "defer", "del_1", "--for", "10m");

        assertThat(server.last().body()).matches("\\{\"available_at\":\"[-0-9T:.]+Z\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "send general hello | neither",
                "send | to whom",
                "send #general | no text",
                "send #general hello --steer --reply-to 1 | --steer",
                "token create dash | --scope",
                "deliveries defer del_1 | --for or --until",
                "actions invoke a --input-json {} --input-file x | either",
                "actions invoke a --input-json {nonsense | not JSON",
                "actions invoke a --wait soon | 30s",
                "actions history --invocation inv_1 | name one action",
                "rules create --notify #ops | --on",
                "rules create --on action.invoked | --notify",
                "rules create --on action.invoked --notify ops | --notify",
                "deliveries defer del_1 --for soon | 10m",
                "node create box --max-agents many | not a number",
                "tail --since yesterday | --since",
                "dead-letters redrive | --all",
                "dead-letters redrive del_1 --all | --all",
                "channel | create, list"
            })
    void what_makes_no_sense_is_a_usage_fault_and_asks_nothing(String words, String named) {
        assertThat(shell.run(words.split(" "))).isEqualTo(ExitCode.USAGE);

        assertThat(shell.err()).contains(named);
        assertThat(server.asked()).isEmpty();
    }

    private static String[] words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }
}
