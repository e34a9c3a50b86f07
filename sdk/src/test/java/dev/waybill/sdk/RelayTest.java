package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.message.Message;
import dev.waybill.protocol.message.SearchHit;
import dev.waybill.protocol.workspace.Agent;
import dev.waybill.protocol.workspace.Channel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RelayTest {
    @TempDir private Path folder;
    private TestRelay server;
    private Relay relay;

    @BeforeEach
    void start() {
        server = TestRelay.start(folder);
        relay = server.relay();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void what_is_sent_is_in_the_channel() {
        RelayAgent alice = relay.register("alice");

        SentMessage sent = alice.send("#general", "hello");
        SentMessage reply = alice.reply(sent.id(), "hello yourself");

        assertThat(texts(relay.channels().history("#general", 10))).containsExactly("hello");
        assertThat(alice.channels().thread(sent.id()).replies())
                .extracting(Message::id)
                .containsExactly(reply.id());
    }

    @Test
    void history_goes_on_before_a_message() {
        RelayAgent alice = relay.register("alice");
        alice.send("#general", "one");
        alice.send("#general", "two");
        SentMessage three = alice.send("#general", "three");

        assertThat(texts(relay.channels().historyBefore("#general", three.id(), 10)))
                .containsExactly("two", "one");
    }

    @Test
    void a_reaction_can_be_taken_back_and_a_message_read() {
        RelayAgent alice = relay.register("alice");
        RelayAgent bob = relay.register("bob");
        SentMessage sent = alice.send("#general", "done?");

        bob.react(sent.id(), "👍");
        assertThat(relay.message(sent.id()).reactions()).hasSize(1);
        bob.unreact(sent.id(), "👍");
        bob.markRead(sent.id());

        assertThat(relay.message(sent.id()).reactions()).isEmpty();
        assertThat(relay.message(sent.id()).readByCount()).isEqualTo(1);
    }

    @Test
    void a_direct_message_is_in_the_inbox_of_the_other() {
        RelayAgent alice = relay.register("alice");
        RelayAgent bob = relay.register("bob");

        SentMessage sent = alice.send("@bob", "psst");

        assertThat(sent.conversation()).startsWith("dm_");
        assertThat(bob.inbox().unreadDms()).hasSize(1);
    }

    @Test
    void the_same_key_sends_once() {
        RelayAgent alice = relay.register("alice");
        MessageDraft draft = MessageDraft.to("#general", "once").idempotencyKey("k1");

        assertThat(alice.send(draft).id()).isEqualTo(alice.send(draft).id());
        assertThat(relay.channels().history("general", 10)).hasSize(1);
    }

    @Test
    void registering_again_gives_the_same_agent_and_a_token_that_works() {
        RelayAgent first = relay.register("alice");
        RelayAgent second = relay.register("alice");

        assertThat(second.identity()).isEqualTo(first.identity());
        assertThat(second.send("#general", "still me").id()).isNotNull();
        assertThat(relay.agents()).extracting(Agent::name).contains("alice");
    }

    @Test
    void an_agent_connects_with_its_token_alone() {
        String token = relay.register("alice").token();

        try (RelayAgent alice = Relay.connectAgent(server.url(), token, TestRelay.OPTIONS)) {
            assertThat(alice.name()).isEqualTo("alice");
            assertThat(alice.send("#general", "hi").id()).isNotNull();
        }
    }

    @Test
    void channels_are_opened_listed_and_left() {
        RelayAgent alice = relay.register("alice");
        RelayAgent bob = relay.register("bob");

        alice.channels().open("#builds", "What is being built");
        bob.channels().open("builds", null);

        assertThat(relay.channels().list()).extracting(Channel::name).contains("builds");
        assertThat(relay.channels().show("builds").members()).hasSize(2);
        bob.channels().leave("#builds");
        assertThat(relay.channels().show("builds").members()).hasSize(1);
    }

    @Test
    void a_message_is_found_by_its_words() {
        RelayAgent alice = relay.register("alice");
        SentMessage sent = alice.send("#general", "the quick brown fox");

        Await.until("the index has it", () -> !relay.search("brown").isEmpty());
        assertThat(alice.search("quick")).extracting(SearchHit::id).containsExactly(sent.id());
    }

    @Test
    void events_come_in_order_from_the_moment_they_are_asked_for() throws Exception {
        RelayAgent alice = relay.register("alice");
        alice.send("#general", "before");
        BlockingQueue<RelayEvent> heard = new LinkedBlockingQueue<>();

        try (Subscription _ = relay.on("message.created", heard::add)) {
            alice.send("#general", "one");
            alice.send("#general", "two");

            assertThat(text(heard)).isEqualTo("one");
            assertThat(text(heard)).isEqualTo("two");
        }
    }

    @Test
    void reactions_are_told_to_whom_they_concern() throws Exception {
        RelayAgent alice = relay.register("alice");
        RelayAgent bob = relay.register("bob");
        BlockingQueue<RelayEvent> heard = new LinkedBlockingQueue<>();
        alice.on("message.reacted", heard::add);
        SentMessage sent = alice.send("#general", "shipped");

        bob.react(sent.id(), "🎉");

        RelayEvent event = heard.poll(20, TimeUnit.SECONDS);
        assertThat(event.text("emoji")).isEqualTo("🎉");
        assertThat(event.text("agent_name")).isEqualTo("bob");
    }

    @Test
    void a_refusal_names_its_code_and_what_was_wrong() {
        RelayAgent alice = relay.register("alice");

        assertThatThrownBy(() -> alice.send("#nowhere", "hi"))
                .isInstanceOfSatisfying(
                        RelayException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo("channel_not_found");
                            assertThat(e.retryable()).isFalse();
                            assertThat(e).hasMessageContaining("nowhere");
                        });
        assertThatThrownBy(() -> relay.channels().show("nowhere"))
                .isInstanceOf(RelayException.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("404");
    }

    @Test
    void a_wrong_token_is_refused_at_once() {
        assertThatThrownBy(() -> Relay.connectAgent(server.url(), "at_live_0", TestRelay.OPTIONS))
                .isInstanceOfSatisfying(
                        RelayException.class,
                        e -> assertThat(e.code()).isEqualTo("agent_token_invalid"));
    }

    @Test
    void nobody_there_is_said_with_the_address() {
        try (Relay nobody = Relay.connect("http://127.0.0.1:1", "rk_live_0", TestRelay.OPTIONS)) {
            assertThatThrownBy(() -> nobody.register("alice"))
                    .isInstanceOfSatisfying(
                            RelayException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo("connection");
                                assertThat(e.retryable()).isTrue();
                                assertThat(e).hasMessageContaining("127.0.0.1:1");
                            });
        }
    }

    private static String text(BlockingQueue<RelayEvent> heard) throws InterruptedException {
        RelayEvent event = heard.poll(20, TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        return event.data().path("message").path("text").asString();
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }
}
