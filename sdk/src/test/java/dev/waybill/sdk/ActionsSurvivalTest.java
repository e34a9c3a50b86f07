package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.id.InvocationId;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever happens to handlers, callers, the network and the server: no call is done twice in one process, none hangs,
/// and every caller is told.
@Timeout(180)
class ActionsSurvivalTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir private Path folder;
    private final List<InvocationId> handled = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    record Job(int number) {}

    @Test
    void a_connection_cut_while_handling_costs_nothing() throws Exception {
        try (TestRelay server = TestRelay.start(folder);
                FlakyProxy proxy = new FlakyProxy(port(server));
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            shaky.register("worker").actions().register(patient());
            RelayAgent caller = server.relay().register("caller");

            FutureTask<ActionResult<Job>> call = calling(caller, 1);
            begun.await();
            proxy.cut();
            proxy.cut();
            goOn.countDown();

            assertThat(call.get().orElseThrow()).isEqualTo(new Job(1));
            assertThat(handled).containsExactly(call.get().invocationId());
        }
    }

    @Test
    void a_call_that_was_lost_on_its_way_comes_with_the_next_connection() throws Exception {
        try (TestRelay server = TestRelay.start(folder);
                FlakyProxy proxy = new FlakyProxy(port(server));
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            shaky.register("worker").actions().register(draft().handler(this::note));
            RelayAgent caller = server.relay().register("caller");

            CountDownLatch sent = new CountDownLatch(1);
            server.relay().on(server.relay().action("work.do"), _ -> sent.countDown());

            proxy.swallow();
            FutureTask<ActionResult<Job>> call = calling(caller, 1);
            sent.await();
            proxy.cut();

            assertThat(call.get().orElseThrow()).isEqualTo(new Job(1));
            assertThat(handled).containsExactly(call.get().invocationId());
        }
    }

    @Test
    void a_caller_that_loses_its_connection_gets_its_result_all_the_same() throws Exception {
        try (TestRelay server = TestRelay.start(folder);
                FlakyProxy proxy = new FlakyProxy(port(server));
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            server.relay().register("worker").actions().register(patient());
            RelayAgent caller = shaky.register("caller");

            FutureTask<ActionResult<Job>> call = calling(caller, 1);
            begun.await();
            proxy.cut();
            goOn.countDown();

            assertThat(call.get().orElseThrow()).isEqualTo(new Job(1));
            assertThat(handled).hasSize(1);
        }
    }

    @Test
    void what_a_killed_handler_left_undone_is_done_by_the_next_or_fails_for_now() throws Exception {
        try (TestRelay server = TestRelay.start(folder)) {
            RelayAgent caller = server.relay().register("caller");
            String token = server.relay().register("worker").token();
            FutureTask<ActionResult<Job>> call;
            try (ChildJvm worker = ChildJvm.start(WorkerMain.class, server.url(), token, "hang")) {
                assertThat(worker.line()).isEqualTo("ready");
                call = calling(caller, 1);
                assertThat(worker.line()).startsWith("handling ");
            }
            List<String> lines = new CopyOnWriteArrayList<>();
            try (ChildJvm worker = ChildJvm.start(WorkerMain.class, server.url(), token, "work")) {
                worker.lines(lines::add);

                ActionResult<Job> result = call.get();

                if (result instanceof ActionResult.Failed<Job> failed) {
                    assertThat(failed.error().code()).isEqualTo(ActionErrorCode.HANDLER_FAILED);
                    assertThat(failed.error().retryable()).isTrue();
                } else {
                    assertThat(result.orElseThrow()).isEqualTo(new Job(1));
                    assertThat(lines).contains("handling " + result.invocationId());
                }
            }
        }
    }

    @Test
    void whoever_settles_a_call_first_has_settled_it() throws Exception {
        try (TestRelay server = TestRelay.start(folder);
                Endpoint owner = new Endpoint(server.url(), TestRelay.OPTIONS)) {
            server.relay().register("worker").actions().register(patient());
            RelayAgent caller = server.relay().register("caller");

            FutureTask<ActionResult<Job>> call = calling(caller, 1);
            begun.await();
            owner.api(server.key())
                    .ask(
                            Call.post(
                                            "actions",
                                            "work.do",
                                            "invocations",
                                            handled.getFirst().value(),
                                            "complete")
                                    .with(Map.of("output", Map.of("number", 99))));
            goOn.countDown();

            assertThat(call.get().orElseThrow()).isEqualTo(new Job(99));
            assertThat(call(caller, 2).orElseThrow()).isEqualTo(new Job(2));
        }
    }

    @Test
    void an_agent_on_a_node_handles_actions_and_knows_the_caller() {
        try (TestRelay server = TestRelay.start(folder)) {
            RelayAgent caller = server.relay().register("caller");
            List<String> callers = new CopyOnWriteArrayList<>();
            server.relay()
                    .node("box")
                    .host("worker")
                    .actions()
                    .register(
                            draft().handler(
                                            (job, context) -> {
                                                callers.add(context.caller().name());
                                                return job;
                                            }));

            assertThat(call(caller, 5).orElseThrow()).isEqualTo(new Job(5));
            assertThat(callers).containsExactly("caller");
        }
    }

    @Test
    void an_agent_that_closes_lets_what_it_works_on_finish() throws Exception {
        try (TestRelay server = TestRelay.start(folder)) {
            RelayAgent worker = server.relay().register("worker");
            worker.actions().register(patient());
            RelayAgent caller = server.relay().register("caller");

            FutureTask<ActionResult<Job>> call = calling(caller, 1);
            begun.await();
            Thread closing = Thread.ofVirtual().start(worker::close);
            goOn.countDown();
            closing.join();

            assertThat(call.get().orElseThrow()).isEqualTo(new Job(1));
            assertThat(call(caller, 2).ok()).isFalse();
        }
    }

    @Test
    void actions_are_there_again_after_the_server_was_killed() {
        try (KillableServer server = new KillableServer(folder);
                Relay relay = Relay.connect(server.url(), server.key(), TestRelay.OPTIONS)) {
            RelayAgent worker = relay.register("worker");
            worker.actions().register(quick());
            RelayAgent caller = relay.register("caller");
            assertThat(call(caller, 1).orElseThrow()).isEqualTo(new Job(1));

            server.killAndStartAgain();

            Await.until("the handler is back", () -> call(caller, 2).ok());
        }
    }

    @Test
    void an_action_that_was_lost_meanwhile_is_registered_again_with_the_next_connection() {
        try (TestRelay server = TestRelay.start(folder);
                FlakyProxy proxy = new FlakyProxy(port(server));
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            shaky.register("worker").actions().register(quick());
            RelayAgent caller = server.relay().register("caller");
            forget(server, "work.do");
            assertThat(caller.actions().find("work.do")).isEmpty();

            proxy.cut();

            Await.until("it is there again", () -> caller.actions().find("work.do").isPresent());
            Await.until("it works again", () -> call(caller, 3).ok());
        }
    }

    @Test
    void calls_of_a_queued_action_wait_for_their_handler() throws Exception {
        try (TestRelay server = TestRelay.start(folder)) {
            RelayAgent caller = server.relay().register("caller");
            RelayAgent worker = server.relay().register("worker");
            worker.actions().register(draft().queued().handler((job, _) -> job));
            worker.close();

            FutureTask<ActionResult<Job>> call = calling(caller, 1);
            RelayAgent again = server.relay().register("worker");
            again.actions().register(draft().queued().handler((job, _) -> job));

            assertThat(call.get().orElseThrow()).isEqualTo(new Job(1));
        }
    }

    @Test
    void every_call_ends_once_on_a_bad_network() throws Exception {
        try (TestRelay server = TestRelay.start(folder);
                FlakyProxy proxy = new FlakyProxy(port(server));
                Relay shaky = Relay.connect(proxy.url(), server.key(), TestRelay.OPTIONS)) {
            shaky.register("worker").actions().register(draft().queued().handler(this::note));
            RelayAgent caller = shaky.register("caller");

            List<FutureTask<ActionResult<Job>>> calls = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                calls.add(calling(caller, i));
                if (i % 20 == 10) {
                    int some = i / 2;
                    Await.until("some are done", () -> handled.size() > some);
                    proxy.cut();
                }
            }

            for (int i = 0; i < calls.size(); i++) {
                assertThat(calls.get(i).get().orElseThrow()).isEqualTo(new Job(i));
            }
            assertThat(handled).doesNotHaveDuplicates().hasSize(60);
        }
    }

    private ActionDefinition<Job, Job> patient() {
        return draft().handler(
                        (job, context) -> {
                            handled.add(context.invocationId());
                            begun.countDown();
                            goOn.await();
                            return job;
                        });
    }

    private static ActionDefinition<Job, Job> quick() {
        return draft().handler((job, _) -> job);
    }

    static ActionDefinition.Draft<Job, Job> draft() {
        return ActionDefinition.of("work.do", Job.class, Job.class).description("Does a job.");
    }

    private Job note(Job job, ActionContext context) {
        handled.add(context.invocationId());
        return job;
    }

    private static ActionResult<Job> call(RelayAgent caller, int number) {
        return caller.actions()
                .invoke(ActionCall.of("work.do", new Job(number)).timeout(LONG), Job.class);
    }

    private static FutureTask<ActionResult<Job>> calling(RelayAgent caller, int number) {
        FutureTask<ActionResult<Job>> task = new FutureTask<>(() -> call(caller, number));
        Thread.ofVirtual().start(task);
        return task;
    }

    /// As the owner of the workspace may.
    private static void forget(TestRelay server, String action) {
        try (Endpoint endpoint = new Endpoint(server.url(), TestRelay.OPTIONS)) {
            endpoint.api(server.key()).ask(Call.delete("actions", action));
        }
    }

    private static int port(TestRelay server) {
        return URI.create(server.url()).getPort();
    }
}
