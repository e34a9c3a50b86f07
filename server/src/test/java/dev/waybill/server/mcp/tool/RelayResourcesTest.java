package dev.waybill.server.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.OfferServer;
import dev.waybill.server.WholeServer;
import dev.waybill.server.http.route.LocalRequest;
import dev.waybill.server.http.route.Method;
import dev.waybill.server.mcp.Contents;
import dev.waybill.server.mcp.Listener;
import dev.waybill.server.mcp.PromptText;
import dev.waybill.server.mcp.Resource;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
class RelayResourcesTest {
    private final TestEngine engine;
    private OfferServer server;
    private Caller.Agent bob;
    private Caller.Agent carol;

    RelayResourcesTest(TestEngine engine) {
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

    /// Remembers what it heard.
    private static final class Heard implements Listener {
        private final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void toolsChanged() {
            all.add("tools");
        }

        @Override
        public void resourcesChanged() {
            all.add("resources");
        }

        @Override
        public void resourceUpdated(String uri) {
            all.add(uri);
        }
    }

    @Test
    void an_agent_has_a_mailbox_to_read_and_the_owner_has_none() {
        assertThat(uris(bob))
                .containsExactly(
                        "relay://inbox",
                        "relay://agents",
                        "relay://channels",
                        "relay://deliveries");
        assertThat(uris(server.owner())).containsExactly("relay://agents", "relay://channels");
        assertThat(server.offer().read(server.owner(), "relay://inbox")).isEmpty();
    }

    @Test
    void what_is_listed_can_be_read() {
        server.call(bob, "send_dm", "{'to':'carol','text':'hello'}");

        for (String uri : uris(carol)) {
            assertThat(read(carol, uri)).as(uri).startsWith("{");
        }
        assertThat(read(carol, "relay://deliveries")).contains("hello");
    }

    @Test
    void messages_threads_and_conversations_are_read_by_their_addresses() {
        String message =
                server.call(bob, "post_message", "{'channel':'general','text':'first'}")
                        .path("id")
                        .asString();
        server.call(
                carol, "reply_to_thread", "{'message_id':'%s','text':'second'}".formatted(message));
        String conversation =
                server.call(bob, "send_dm", "{'to':'carol','text':'third'}")
                        .path("conversation_id")
                        .asString();

        assertThat(read(bob, "relay://channels/general/messages")).contains("first");
        assertThat(read(bob, "relay://messages/" + message + "/thread")).contains("second");
        assertThat(read(carol, "relay://dm/" + conversation)).contains("third");
        assertThat(read(server.owner(), "relay://dm/" + conversation)).contains("third");
        assertThat(server.offer().read(server.agent("dave"), "relay://dm/" + conversation))
                .isEmpty();
    }

    @Test
    void what_is_not_there_is_not_found() {
        for (String uri :
                List.of(
                        "relay://channels/nowhere/messages",
                        "relay://messages/1/thread",
                        "relay://messages/x/thread",
                        "relay://dm/1",
                        "relay://nothing",
                        "relay://",
                        "https://example.org",
                        "relay://channels/%zz/messages")) {
            assertThat(server.offer().read(bob, uri)).as(uri).isEmpty();
            assertThat(server.offer().canWatch(bob, uri)).as(uri).isFalse();
        }
    }

    @Test
    void what_reaches_the_mailbox_is_announced() throws Exception {
        Heard heard = new Heard();
        Heard sender = new Heard();

        try (AutoCloseable _ = server.offer().watch(carol, heard);
                AutoCloseable _ = server.offer().watch(bob, sender)) {
            server.call(bob, "send_dm", "{'to':'carol','text':'hello'}");

            WholeServer.await(
                    "the mailbox is told of",
                    () -> heard.all.containsAll(List.of("relay://inbox", "relay://deliveries")));
            assertThat(sender.all).doesNotContain("relay://inbox");
        }
    }

    @Test
    void what_is_said_in_channels_and_threads_is_announced() throws Exception {
        Heard heard = new Heard();

        try (AutoCloseable _ = server.offer().watch(carol, heard)) {
            String id =
                    server.call(bob, "post_message", "{'channel':'general','text':'first'}")
                            .path("id")
                            .asString();
            server.call(bob, "reply_to_thread", "{'message_id':'%s','text':'more'}".formatted(id));
            server.call(bob, "create_channel", "{'name':'other'}");

            WholeServer.await(
                    "all of it is told of",
                    () ->
                            heard.all.containsAll(
                                    List.of(
                                            "relay://channels/general/messages",
                                            "relay://messages/" + id + "/thread",
                                            "relay://channels")));
        }
    }

    @Test
    void tools_change_for_those_who_see_the_action() throws Exception {
        Heard heard = new Heard();
        Heard other = new Heard();

        try (AutoCloseable _ = server.offer().watch(carol, heard);
                AutoCloseable _ = server.offer().watch(bob, other)) {
            server.register(
                    carol,
                    "{'name':'plan.make','description':'d','handler_agent':'carol','available_to':['carol']}");
            WholeServer.await("it has come", () -> heard.all.contains("tools"));
            heard.all.clear();
            server.register(
                    carol,
                    "{'name':'plan.make','description':'d','handler_agent':'carol','available_to':['carol']}");
            server.unregister(carol, "plan.make");
            WholeServer.await("it has gone", () -> heard.all.contains("tools"));

            assertThat(heard.all.stream().filter("tools"::equals)).hasSize(1);
            assertThat(other.all).doesNotContain("tools");
        }
    }

    @Test
    void tools_change_when_their_agent_goes_or_the_callers_tags_do() throws Exception {
        server.register(
                carol,
                "{'name':'plan.make','description':'d','handler_agent':'carol','available_to':['tag:planner']}");
        Heard heard = new Heard();

        try (AutoCloseable _ = server.offer().watch(bob, heard)) {
            server.request(
                    server.owner(),
                    LocalRequest.of(Method.PATCH, "v1", "agents", "bob")
                            .with(OfferServer.json("{'metadata':{'tags':['planner']}}")));
            WholeServer.await("it may be called", () -> heard.all.contains("tools"));
            heard.all.clear();
            server.request(server.owner(), LocalRequest.of(Method.DELETE, "v1", "agents", "carol"));
            WholeServer.await("it has gone", () -> heard.all.contains("tools"));
        }
    }

    @Test
    void who_goes_leaves_nothing_behind() throws Exception {
        for (int i = 0; i < 200; i++) {
            server.offer().watch(carol, new Heard()).close();
        }

        assertThat(server.offer().watching()).isZero();
        Heard again = new Heard();
        try (AutoCloseable _ = server.offer().watch(carol, again)) {
            server.call(bob, "post_message", "{'channel':'general','text':'x'}");
            WholeServer.await(
                    "who comes later is told",
                    () -> again.all.contains("relay://channels/general/messages"));
        }
    }

    @Test
    void the_prompt_tells_what_the_workspace_says_and_who_one_is() {
        server.systemPrompt("Speak softly.");

        PromptText prompt = server.offer().prompt(bob, "system", Map.of()).orElseThrow();

        assertThat(prompt.messages().getFirst().path("content").path("text").asString())
                .startsWith("Speak softly.")
                .contains("check_inbox")
                .contains("You are agent \"bob\".");
        assertThat(server.offer().prompt(bob, "other", Map.of())).isEmpty();
        assertThat(server.offer().prompts(bob)).hasSize(1);
    }

    private List<String> uris(Caller caller) {
        return server.offer().resources(caller).stream().map(Resource::uri).toList();
    }

    private String read(Caller caller, String uri) {
        return server.offer().read(caller, uri).map(Contents::text).orElseThrow();
    }
}
