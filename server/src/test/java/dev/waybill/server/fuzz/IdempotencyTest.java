package dev.waybill.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.fuzz.ApiClient.Answer;
import dev.waybill.server.fuzz.KeyedRoutes.Keyed;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A request that carries a key happens once, however often it comes (`relay-wire` §2.1).
class IdempotencyTest {
    private static final String REPLAYED = "Idempotency-Replayed";

    @TempDir private Path temp;
    private WholeServer server;
    private World world;
    private KeyedRoutes keyed;

    @BeforeEach
    void start() {
        server = new WholeServer(temp);
        world = new World(server.client, "ws");
        keyed = new KeyedRoutes(world);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_request_that_comes_again_is_answered_the_same_and_changes_nothing() {
        for (Keyed route : keyed.all()) {
            Answer first = send(route, "k1", "words");
            Map<String, String> before = server.tables.everything();

            Answer second = send(route, "k1", "words");

            assertThat(first.status()).as(first.toString()).isEqualTo(201);
            assertThat(first.header(REPLAYED)).isEmpty();
            assertReplay(second, first);
            assertThat(server.tables.everything()).as(route.path()).isEqualTo(before);
        }
    }

    @Test
    void the_other_spelling_of_the_header_works_as_well() {
        Keyed route = keyed.all().getFirst();
        Answer first = send(route, "k1", "words");

        Answer second =
                server.client.send(
                        Attack.post(route.path(), world.agent(), route.body().formatted("words"))
                                .with("X-Idempotency-Key", "k1"));

        assertReplay(second, first);
    }

    @Test
    void a_replay_survives_a_restart() {
        List<Answer> firsts = keyed.all().stream().map(r -> send(r, "k1", "words")).toList();
        Answer batch = server.client.send(keyed.batch("k1", "in a batch"));
        server.close();
        server = new WholeServer(temp);

        for (Answer first : firsts) {
            assertReplay(server.client.send(first.attack()), first);
        }
        assertItemReplayed(server.client.send(keyed.batch("k1", "in a batch")), batch);
    }

    @Test
    void a_key_with_another_body_is_refused() {
        for (Keyed route : keyed.all()) {
            send(route, "k1", "words");
            Map<String, String> before = server.tables.everything();

            Answer other = send(route, "k1", "other words");

            assertThat(other.status()).as(other.toString()).isEqualTo(409);
            assertThat(other.code()).isEqualTo("idempotency_key_reused");
            assertThat(server.tables.everything()).isEqualTo(before);
        }
    }

    @Test
    void many_at_once_make_one() {
        for (Keyed route : keyed.all()) {
            Attack attack = route.with(world.agent(), "at-once", "words");

            List<Answer> answers = server.client.sendAll(Collections.nCopies(24, attack));

            assertThat(answers).allMatch(answer -> answer.status() == 201);
            assertThat(answers).extracting(Answer::data).containsOnly(answers.getFirst().data());
            assertThat(answers).filteredOn(a -> a.header(REPLAYED).isEmpty()).hasSize(1);
        }
    }

    @Test
    void keys_that_are_too_long_or_invisible_are_refused() {
        for (Keyed route : keyed.all()) {
            for (String key : List.of("k".repeat(256), "a b", "a\tb")) {
                Answer answer = send(route, key, "words");

                assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
                assertThat(answer.code()).isEqualTo("invalid_idempotency_key");
            }
            assertThat(send(route, "k".repeat(255), "words").status()).isEqualTo(201);
        }
    }

    @Test
    void keys_of_one_agent_are_not_those_of_another() {
        for (Keyed route : keyed.all().subList(0, 2)) {
            Answer mine = send(route, "k1", "words");
            Answer theirs = server.client.send(route.with(world.token("bob"), "k1", "words"));

            assertThat(theirs.status()).isEqualTo(201);
            assertThat(theirs.header(REPLAYED)).isEmpty();
            assertThat(theirs.data().path("id")).isNotEqualTo(mine.data().path("id"));
        }
    }

    @Test
    void keys_for_one_target_are_not_those_for_another() {
        String body = "{\"text\":\"words\"}";
        List<String> targets =
                List.of(
                        "/v1/channels/" + world.member("channels") + "/messages",
                        "/v1/channels/general/messages",
                        "/v1/messages/" + world.member("messages") + "/replies",
                        "/v1/dm/" + world.member("dm") + "/messages",
                        "/v1/dm/" + world.member("conversations") + "/messages");

        List<Answer> answers =
                targets.stream()
                        .map(path -> Attack.post(path, world.agent(), body))
                        .map(attack -> server.client.send(attack.with("Idempotency-Key", "k1")))
                        .toList();

        assertThat(answers).allMatch(answer -> answer.status() == 201);
        assertThat(answers).allMatch(answer -> answer.header(REPLAYED).isEmpty());
    }

    @Test
    void a_refused_request_does_not_use_up_its_key() {
        Attack attack =
                Attack.post("/v1/channels/later/messages", world.agent(), "{\"text\":\"words\"}")
                        .with("Idempotency-Key", "k1");

        assertThat(server.client.send(attack).status()).isEqualTo(404);
        world.post("/v1/channels", world.agent(), "{'name':'later'}");

        assertThat(server.client.send(attack).status()).isEqualTo(201);
    }

    @Test
    void items_of_a_batch_have_keys_of_their_own() {
        Answer first = server.client.send(keyed.batch("k1", "words"));
        Map<String, String> before = server.tables.everything();

        assertItemReplayed(server.client.send(keyed.batch("k1", "words")), first);
        assertThat(refusal(keyed.batch("k1", "others"))).isEqualTo("idempotency_key_reused");
        assertThat(refusal(keyed.batch("k".repeat(256), "words")))
                .isEqualTo("invalid_idempotency_key");
        assertThat(refusal(keyed.batch("a b", "words"))).isEqualTo("invalid_idempotency_key");
        assertThat(server.tables.everything()).isEqualTo(before);
    }

    @Test
    void many_batches_at_once_send_each_item_once() {
        List<Answer> answers =
                server.client.sendAll(Collections.nCopies(24, keyed.batch("at-once", "words")));

        assertThat(answers).allMatch(Answer::ok);
        assertThat(answers).extracting(answer -> id(answer)).containsOnly(id(answers.getFirst()));
    }

    private Answer send(Keyed route, String key, String text) {
        return server.client.send(route.with(world.agent(), key, text));
    }

    private String refusal(Attack batch) {
        return server.client.send(batch).data().at("/0/error/code").asString("");
    }

    private static JsonNode id(Answer batch) {
        return batch.data().at("/0/data/id");
    }

    static void assertReplay(Answer again, Answer first) {
        assertThat(again.status()).as(again.toString()).isEqualTo(first.status());
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    private static void assertItemReplayed(Answer again, Answer first) {
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(id(again)).as(again.toString()).isEqualTo(id(first));
    }
}
