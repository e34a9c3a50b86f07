package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// A handler may close what it is part of, and its caller gets the result all the same.
class HandlersThatCloseTest extends OnARelay {
    record Job(int number) {}

    @Test
    void a_handler_that_closes_its_own_agent_gives_its_result_before_the_agent_leaves() {
        RelayAgent worker = relay.register("worker");
        RelayAgent caller = relay.register("caller");

        offer(worker, worker);

        assertThat(call(caller).orElseThrow()).isEqualTo(new Job(1));
        Await.until("the agent is gone", () -> !worker.link().connected());
        assertThat(call(caller).ok()).isFalse();
    }

    @Test
    void a_handler_that_closes_an_agent_with_its_own_endpoint_gives_its_result() {
        RelayAgent caller = relay.register("caller");
        String token = relay.register("worker").token();
        RelayAgent worker = Relay.connectAgent(server.url(), token, TestRelay.OPTIONS);

        offer(worker, worker);

        assertThat(call(caller).orElseThrow()).isEqualTo(new Job(1));
        Await.until("the agent is gone", () -> !worker.link().connected());
    }

    @Test
    void a_handler_that_closes_its_relay_gives_its_result_while_others_close_it_too()
            throws Exception {
        RelayAgent caller = relay.register("caller");
        CountDownLatch closing = new CountDownLatch(1);
        Relay own = Relay.connect(server.url(), server.key(), TestRelay.OPTIONS);
        RelayAgent worker = own.register("worker");

        offer(
                worker,
                () -> {
                    own.close();
                    closing.countDown();
                });
        Thread other =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    Await.until("it is closing", () -> closing.getCount() == 0);
                                    own.close();
                                });

        assertThat(call(caller).orElseThrow()).isEqualTo(new Job(1));
        other.join();
        assertThat(worker.link().connected()).isFalse();
    }

    @Test
    void a_handler_that_closes_its_node_gives_its_result() {
        RelayAgent caller = relay.register("caller");
        NodeClient box = relay.node("box");
        RelayAgent worker = box.host("worker");

        offer(worker, box);

        assertThat(call(caller).orElseThrow()).isEqualTo(new Job(1));
        Await.until("the node is gone", () -> !worker.link().connected());
    }

    private static void offer(RelayAgent worker, AutoCloseable closed) {
        worker.actions()
                .register(
                        ActionDefinition.of("work.last", Job.class, Job.class)
                                .description("Does a last job.")
                                .handler(
                                        (job, _) -> {
                                            closed.close();
                                            return job;
                                        }));
    }

    private static ActionResult<Job> call(RelayAgent caller) {
        return caller.actions().invoke("work.last", new Job(1), Job.class);
    }
}
