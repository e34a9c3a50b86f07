package dev.waybill.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.fuzz.ApiRoutes.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is said between some of a workspace stays between them, whichever route the others try.
@Timeout(600)
class PrivacyTest {
    private static final String DIRECT = "private-of-ws";
    private static final String IN_ROOM = "inroom-of-ws";

    @TempDir private Path temp;
    private WholeServer server;
    private World world;

    @BeforeEach
    void start() {
        server = new WholeServer(temp);
        world = new World(server.client, "ws");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void an_agent_reads_and_changes_no_conversation_it_is_not_part_of() {
        List<String> before = conversations();

        List<Answer> answers = walk(Credential.AGENT, world.token("eve"));

        assertThat(before).allMatch(seen -> seen.contains(DIRECT));
        assertThat(answers).noneMatch(answer -> answer.text().contains(DIRECT));
        assertThat(conversations()).isEqualTo(before);
    }

    @Test
    void a_node_reads_and_changes_no_conversation_of_agents_it_does_not_host() {
        List<String> before = conversations();

        List<Answer> answers = walk(Credential.NODE, world.token("node"));

        assertThat(answers).noneMatch(answer -> answer.text().contains(DIRECT));
        assertThat(conversations()).isEqualTo(before);
    }

    @Test
    void an_observer_sees_no_conversation_unless_its_filters_include_them() {
        assertThat(walk(Credential.OBSERVER, world.token("observer")))
                .anyMatch(answer -> answer.text().contains(IN_ROOM))
                .noneMatch(answer -> answer.text().contains(DIRECT));
    }

    @Test
    void an_observer_sees_nothing_of_the_channels_that_its_filters_hide() {
        List<Answer> answers = walk(Credential.OBSERVER, world.token("narrow"));

        assertThat(answers).anyMatch(Answer::ok);
        assertThat(answers)
                .noneMatch(answer -> answer.text().contains(IN_ROOM))
                .noneMatch(answer -> answer.text().contains(DIRECT));
    }

    @Test
    void an_observer_sees_nothing_that_its_scopes_do_not_name() {
        String token = observer("['nodes:read']", "{'include_dms':true}");

        assertThat(walk(Credential.OBSERVER, token))
                .anyMatch(Answer::ok)
                .noneMatch(answer -> answer.text().contains(IN_ROOM))
                .noneMatch(answer -> answer.text().contains(DIRECT));
    }

    @Test
    void an_observer_of_conversations_sees_those_that_its_filters_name() {
        String all = observer("['dms:read']", "{'include_dms':true}");
        String other = observer("['dms:read']", "{'include_dms':true,'dm_conversation_ids':['x']}");

        assertThat(walk(Credential.OBSERVER, all))
                .anyMatch(answer -> answer.text().contains(DIRECT));
        assertThat(walk(Credential.OBSERVER, other))
                .noneMatch(answer -> answer.text().contains(DIRECT));
    }

    private String observer(String scopes, String filters) {
        return world.post(
                        "/v1/observer-tokens",
                        world.owner(),
                        "{'name':'o%d','scopes':%s,'filters':%s}"
                                .formatted(System.nanoTime(), scopes, filters))
                .path("token")
                .asString();
    }

    /// Every route, with every name and id of the workspace in every place.
    private List<Answer> walk(Credential kind, String token) {
        Samples samples = new Samples(server.routes, world);
        Reach reach = new Reach(world, samples, world::member, world.names());
        List<Attack> attacks = new ArrayList<>();
        server.routes.api().stream()
                .filter(PrivacyTest::harmless)
                .forEach(route -> attacks.addAll(reach.through(route, kind, token)));
        attacks.add(Attack.get("/v1/search?q=" + DIRECT, token));
        attacks.add(Attack.get("/v1/search?q=" + IN_ROOM, token));
        attacks.addAll(reach.batches(token));
        List<Answer> answers = server.client.sendAll(attacks);
        assertThat(Conventions.broken(answers)).isEmpty();
        return answers;
    }

    /// Leaves the agent itself its token and its place.
    private static boolean harmless(Operation route) {
        return !route.path().endsWith("/content")
                && !route.path().contains("/rotate")
                && !route.path().equals("/v1/agents/release");
    }

    /// What those who may see the conversations see.
    private List<String> conversations() {
        return List.of(
                seen("/v1/dm/conversations/" + world.member("dm") + "/messages"),
                seen("/v1/dm/conversations/" + world.member("conversations") + "/messages"),
                participants(world.member("dm")),
                participants(world.member("conversations")),
                seen("/v1/messages/" + world.member("direct-messages")));
    }

    private String participants(String conversation) {
        for (JsonNode one : world.call("GET", "/v1/dm/conversations/all", world.owner(), null)) {
            if (one.path("id").asString().equals(conversation)) {
                return one.toString();
            }
        }
        throw new AssertionError(conversation + " is gone");
    }

    private String seen(String path) {
        return world.call("GET", path, world.owner(), null).toString();
    }
}
