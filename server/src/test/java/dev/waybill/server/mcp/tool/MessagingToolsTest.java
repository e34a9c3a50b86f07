package dev.waybill.server.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.OfferServer;
import dev.waybill.server.WholeServer;
import dev.waybill.server.mcp.Outcome;
import dev.waybill.server.mcp.Tool;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@ParameterizedClass
@EnumSource(TestEngine.class)
class MessagingToolsTest {
    /// The tools of `relay-wire` §6.6 with their parameters; `*` says which are required.
    private static final List<String> PROMISED =
            List.of(
                    "create_workspace name*",
                    "set_workspace_key workspace_key api_key",
                    "register_agent name* type persona metadata",
                    "list_agents status",
                    "query_nodes capability name",
                    "create_channel name* topic",
                    "list_channels include_archived",
                    "join_channel channel*",
                    "leave_channel channel*",
                    "invite_to_channel channel* agent*",
                    "set_channel_topic channel* topic*",
                    "archive_channel channel*",
                    "post_message channel* text* attachments mode",
                    "list_messages channel* limit before after",
                    "reply_to_thread message_id* text*",
                    "get_message_thread message_id* limit",
                    "send_dm to* text* mode attachments",
                    "list_dms",
                    "send_group_dm participants* name text*",
                    "add_reaction message_id* emoji*",
                    "remove_reaction message_id* emoji*",
                    "search_messages query* channel from limit",
                    "check_inbox limit",
                    "mark_message_read message_id*",
                    "get_message_readers message_id*",
                    "add_agent name* cli* task* channel persona model spawn_mode exit_after_task",
                    "spawn name* cli* task channel channels model session_ref target_node",
                    "remove_agent name* reason delete_agent");

    private final TestEngine engine;
    private OfferServer server;
    private Caller.Agent bob;
    private Caller.Agent carol;

    MessagingToolsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open(@TempDir Path data) {
        server = OfferServer.open(engine, data);
        bob = server.agent("bob");
        carol = server.agent("carol");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void every_promised_tool_is_there_with_its_parameters() {
        List<String> offered = server.offer().tools(bob).stream().map(this::signature).toList();

        assertThat(offered).containsAll(PROMISED);
    }

    @Test
    void schemas_are_flat_objects() {
        assertThat(server.offer().tools(bob))
                .allSatisfy(
                        tool -> {
                            assertThat(tool.inputSchema().path("type").asString())
                                    .isEqualTo("object");
                            assertThat(tool.inputSchema().has("oneOf")).isFalse();
                            assertThat(tool.description()).isNotBlank();
                        });
    }

    @Test
    void a_message_is_posted_read_answered_and_found() {
        server.call(bob, "create_channel", "{'name':'finds','topic':'first'}");
        server.call(carol, "join_channel", "{'channel':'#finds'}");
        server.call(bob, "set_channel_topic", "{'channel':'finds','topic':'second'}");

        String id =
                server.call(
                                bob,
                                "post_message",
                                "{'channel':'#finds','text':'a rare beetle @carol','mode':'steer'}")
                        .path("id")
                        .asString();
        server.call(carol, "reply_to_thread", "{'message_id':'%s','text':'where?'}".formatted(id));

        JsonNode listed = server.call(carol, "list_messages", "{'channel':'finds','limit':5}");
        assertThat(each(listed.path("messages"), "text")).containsExactly("a rare beetle @carol");
        JsonNode thread =
                server.call(bob, "get_message_thread", "{'message_id':'%s'}".formatted(id));
        assertThat(each(thread.path("replies"), "text")).containsExactly("where?");
        WholeServer.await(
                "the message can be found",
                () ->
                        each(
                                        server.call(
                                                        bob,
                                                        "search_messages",
                                                        "{'query':'beetle','channel':'finds','from':'@bob'}")
                                                .path("results"),
                                        "id")
                                .equals(List.of(id)));
    }

    @Test
    void reactions_take_short_names_and_go_again() {
        String id = posted(bob, "look");

        server.call(carol, "add_reaction", "{'message_id':'%s','emoji':':eyes:'}".formatted(id));

        assertThat(server.call(bob, "check_inbox", "{}").toString()).contains("👀");
        assertThat(
                        server.call(
                                carol,
                                "remove_reaction",
                                "{'message_id':'%s','emoji':':eyes:'}".formatted(id)))
                .hasToString("{\"ok\":true}");
    }

    @Test
    void direct_messages_reach_the_inbox() {
        server.call(bob, "send_dm", "{'to':'@carol','text':'a secret'}");
        server.call(
                bob, "send_group_dm", "{'participants':['carol'],'name':'club','text':'welcome'}");

        JsonNode inbox = server.call(carol, "check_inbox", "{'limit':10}");
        assertThat(inbox.toString()).contains("a secret").contains("welcome");
        assertThat(server.call(bob, "list_dms", "{}").path("conversations")).hasSize(2);
    }

    @Test
    void reading_is_told() {
        String id = posted(bob, "read this");

        server.call(carol, "mark_message_read", "{'message_id':'%s'}".formatted(id));

        JsonNode readers =
                server.call(bob, "get_message_readers", "{'message_id':'%s'}".formatted(id));
        assertThat(each(readers.path("readers"), "agent_name")).containsExactly("carol");
    }

    @Test
    void agents_are_listed_for_agents_and_owners() {
        assertThat(each(server.call(bob, "list_agents", "{}").path("agents"), "name"))
                .contains("bob", "carol");
        assertThat(
                        each(
                                server.call(server.owner(), "list_agents", "{'status':'all'}")
                                        .path("agents"),
                                "name"))
                .contains("bob", "carol");
    }

    @Test
    void an_agent_is_registered_already_and_no_one_else() {
        JsonNode welcome = server.call(bob, "register_agent", "{'name':'bob'}");
        Outcome other = server.outcome(bob, "register_agent", "{'name':'dave'}");

        assertThat(welcome.path("registered_name").asString()).isEqualTo("bob");
        assertThat(other.isError()).isTrue();
        assertThat(text(other)).contains("This connection is agent \"bob\" already");
    }

    @Test
    void registering_twice_with_the_workspace_key_finds_the_agent_and_shows_no_token() {
        JsonNode first = server.call(server.owner(), "register_agent", "{'name':'erin'}");
        JsonNode second = server.call(server.owner(), "register_agent", "{'name':'erin'}");

        assertThat(second.path("id").asString()).isEqualTo(first.path("id").asString());
        assertThat(first.has("token")).isFalse();
        assertThat(first.path("note").asString()).contains("\"as\": \"erin\"");
    }

    @Test
    void the_workspace_key_acts_as_the_agent_it_names() {
        server.call(server.owner(), "post_message", "{'channel':'general','text':'x','as':'bob'}");

        JsonNode listed = server.call(carol, "list_messages", "{'channel':'general'}");
        assertThat(each(listed.path("messages"), "agent_name")).containsExactly("bob");
    }

    @Test
    void the_workspace_key_has_to_name_an_agent() {
        Outcome unnamed =
                server.outcome(server.owner(), "post_message", "{'channel':'general','text':'x'}");
        Outcome unknown =
                server.outcome(
                        server.owner(),
                        "post_message",
                        "{'channel':'general','text':'x','as':'nobody'}");

        assertThat(text(unnamed)).startsWith("agent_token_required: ").contains("`as`");
        assertThat(text(unknown)).startsWith("agent_not_found: ");
        assertThat(schema(server.owner(), "post_message").path("required").toString())
                .contains("\"as\"");
    }

    @Test
    void an_agent_acts_as_itself_only() {
        server.call(bob, "post_message", "{'channel':'general','text':'x','as':'bob'}");
        Outcome other =
                server.outcome(
                        bob, "post_message", "{'channel':'general','text':'x','as':'carol'}");

        assertThat(text(other)).contains("cannot act as \"carol\"");
    }

    @Test
    void refusals_of_the_api_are_tool_errors_with_advice() {
        Outcome outcome = server.outcome(bob, "post_message", "{'channel':'nowhere','text':'x'}");

        assertThat(outcome.isError()).isTrue();
        assertThat(text(outcome))
                .startsWith("channel_not_found: ")
                .contains("nowhere")
                .contains("list_channels");
        assertThat(outcome.structured()).isNotNull();
        assertThat(String.valueOf(outcome.structured())).contains("\"code\":\"channel_not_found\"");
    }

    @Test
    void missing_and_wrong_arguments_are_named() {
        assertThat(text(server.outcome(bob, "post_message", "{'channel':'general'}")))
                .startsWith("invalid_request: ")
                .contains("text");
        assertThat(text(server.outcome(bob, "post_message", "{'text':'x'}")))
                .contains("channel is missing");
        assertThat(
                        text(
                                server.outcome(
                                        bob,
                                        "post_message",
                                        "{'channel':'general','text':'x','mode':'shout'}")))
                .contains("mode");
    }

    @Test
    void a_name_in_a_path_cannot_leave_its_place() {
        Outcome outcome =
                server.outcome(bob, "list_messages", "{'channel':'../../v1/agents?x=1#'}");

        assertThat(text(outcome)).startsWith("channel_not_found: ");
    }

    @Test
    void spawning_without_a_node_says_so() {
        Outcome outcome =
                server.outcome(bob, "add_agent", "{'name':'w','cli':'claude','task':'t'}");

        assertThat(text(outcome)).startsWith("handler_unavailable: ").contains("query_nodes");
    }

    @Test
    void the_key_of_the_connection_is_explained() {
        assertThat(
                        server.call(bob, "set_workspace_key", "{'workspace_key':'rk_live_x'}")
                                .toString())
                .contains("Nothing was changed");
    }

    @Test
    void unknown_tools_are_unknown() {
        assertThat(server.outcome(server.owner(), "no_such_tool", "{}").found()).isFalse();
    }

    private String posted(Caller caller, String text) {
        return server.call(
                        caller, "post_message", "{'channel':'general','text':'%s'}".formatted(text))
                .path("id")
                .asString();
    }

    private JsonNode schema(Caller caller, String name) {
        return server.offer().tools(caller).stream()
                .filter(tool -> tool.name().equals(name))
                .map(Tool::inputSchema)
                .findFirst()
                .orElseThrow();
    }

    private String signature(Tool tool) {
        StringBuilder signature = new StringBuilder(tool.name());
        List<String> required =
                StreamSupport.stream(tool.inputSchema().path("required").spliterator(), false)
                        .map(JsonNode::asString)
                        .toList();
        tool.inputSchema()
                .path("properties")
                .propertyNames()
                .forEach(
                        name -> {
                            if (!name.equals("as")) {
                                signature.append(' ').append(name);
                                signature.append(required.contains(name) ? "*" : "");
                            }
                        });
        return signature.toString();
    }

    static String text(Outcome outcome) {
        return outcome.content().getFirst().path("text").asString();
    }

    static List<String> each(JsonNode items, String field) {
        return StreamSupport.stream(items.spliterator(), false)
                .map(item -> item.path(field).asString())
                .toList();
    }
}
