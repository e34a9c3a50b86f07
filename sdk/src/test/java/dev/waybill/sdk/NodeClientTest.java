package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeClientTest {
    @TempDir private Path folder;
    private TestRelay server;
    private RelayAgent alice;
    private NodeClient node;

    @BeforeEach
    void start() {
        server = TestRelay.start(folder);
        alice = server.relay().register("alice");
        node = server.relay().node("box");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void each_of_many_agents_gets_what_is_for_it() {
        List<Handed> workers =
                IntStream.range(0, 20)
                        .mapToObj(
                                i -> {
                                    Handed handed = new Handed("w" + i);
                                    node.host("w" + i).deliverTo(handed);
                                    return handed;
                                })
                        .toList();

        for (int i = 0; i < 5; i++) {
            for (int worker = 0; worker < 20; worker++) {
                alice.send("@w" + worker, "alice:" + i);
            }
        }

        for (Handed each : workers) {
            Await.until("all five are there", () -> each.count() == 5);
            each.requireAllOf("alice", 5);
        }
        assertThat(node.agents()).hasSize(20);
    }

    @Test
    void hosted_agents_send_under_their_own_names() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        alice.deliverTo(
                (message, context) -> {
                    heard.add(message.from() + " " + message.text());
                    return context.delivered();
                });

        node.host("w1").send("@alice", "one");
        node.host("w2").send("@alice", "two");

        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("w1 one");
        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("w2 two");
    }

    @Test
    void a_slow_agent_holds_up_itself_alone() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        node.host("slow")
                .deliverTo(
                        (_, context) -> {
                            goOn.await();
                            return context.delivered();
                        });
        Handed quick = new Handed("quick");
        node.host("quick").deliverTo(quick);

        for (int i = 0; i < 200; i++) {
            alice.send("@slow", "alice:" + i);
            alice.send("@quick", "alice:" + i);
        }

        Await.until("the quick one has everything", () -> quick.count() == 200);
        goOn.countDown();
        quick.requireAllOf("alice", 200);
    }

    @Test
    void hosted_agents_go_on_after_the_connection_was_cut() {
        try (FlakyProxy proxy = new FlakyProxy(URI.create(server.url()).getPort());
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            NodeClient far = shaky.node("far");
            Handed handed = new Handed("w1");
            far.host("w1").deliverTo(handed);

            for (int i = 0; i < 60; i++) {
                alice.send("@w1", "alice:" + i);
                if (i % 20 == 10) {
                    proxy.cut();
                }
            }

            Await.until("everything is there", () -> handed.count() == 60);
            handed.requireAllOf("alice", 60);
        }
    }

    @Test
    void what_comes_for_an_agent_that_left_waits_for_its_return() {
        RelayAgent first = node.host("w1");
        first.close();
        alice.send("@w1", "alice:0");

        Handed handed = new Handed("w1");
        node.host("w1").deliverTo(handed);

        Await.until("it is there", () -> handed.count() == 1);
        assertThat(node.agents()).hasSize(1);
    }

    @Test
    void an_agent_at_work_on_another_node_is_not_taken() {
        server.relay().node("other").host("w1");

        assertThatThrownBy(() -> node.host("w1"))
                .isInstanceOfSatisfying(
                        RelayException.class,
                        e -> assertThat(e.code()).isEqualTo("agent_location_conflict"));
    }
}
