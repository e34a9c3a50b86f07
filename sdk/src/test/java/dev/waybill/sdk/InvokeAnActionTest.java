package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.action.ActionErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Page "Actions", section "Invoke An Action".
class InvokeAnActionTest extends OnARelay {
    private final SearchUi operatorUi = new SearchUi();

    record Amount(int value) {}

    @Test
    void a_call_names_its_caller_and_comes_back_with_the_output() {
        RelayAgent planner = relay.register("planner");
        relay.actions()
                .register(
                        operatorUi
                                .draft()
                                .handler(
                                        (input, ctx) ->
                                                new SearchUi.Output(
                                                        ctx.caller()
                                                                .id()
                                                                .equals(
                                                                        planner.identity()
                                                                                .id()
                                                                                .text()))));

        ActionResult<SearchUi.Output> result =
                relay.actions()
                        .invoke(
                                ActionCall.of(SearchUi.ACTION, SearchUi.billing()).caller(planner),
                                SearchUi.Output.class);

        switch (result) {
            case ActionResult.Completed<SearchUi.Output> completed ->
                    assertThat(completed.output().displayed()).isTrue();
            case ActionResult.Failed<SearchUi.Output> failed ->
                    throw new AssertionError(failed.error().toString());
        }
    }

    @Test
    void user_json_travels_as_it_is() {
        record Odd(Map<String, Object> maxAgents, String snake_case) {}
        relay.actions()
                .register(
                        ActionDefinition.of("echo.odd", Odd.class, Odd.class)
                                .description("Says it back.")
                                .handler((input, _) -> input));
        Odd odd = new Odd(Map.of("userId", 1, "user_id", 2, "Some Key", "x"), "y");

        assertThat(relay.actions().invoke("echo.odd", odd).orElseThrow().toString())
                .contains(
                        "\"maxAgents\"",
                        "\"userId\"",
                        "\"user_id\"",
                        "\"Some Key\"",
                        "\"snake_case\"");
        assertThat(relay.actions().invoke("echo.odd", odd, Odd.class).orElseThrow()).isEqualTo(odd);
    }

    @Test
    void two_calls_with_one_key_are_one() {
        AtomicInteger done = new AtomicInteger();
        relay.actions()
                .register(
                        ActionDefinition.of("count.up", Amount.class, Amount.class)
                                .description("Counts.")
                                .handler((_, _) -> new Amount(done.incrementAndGet())));
        ActionCall call = ActionCall.of("count.up", new Amount(0)).idempotencyKey("k1");

        ActionResult<Amount> first = relay.actions().invoke(call, Amount.class);
        ActionResult<Amount> second = relay.actions().invoke(call, Amount.class);

        assertThat(second).isEqualTo(first);
        assertThat(done).hasValue(1);
    }

    @Test
    void a_caller_that_waited_long_enough_may_wait_further() {
        CountDownLatch goOn = new CountDownLatch(1);
        relay.actions()
                .register(
                        ActionDefinition.of("slow.work", Amount.class, Amount.class)
                                .description("Takes its time.")
                                .handler(
                                        (input, _) -> {
                                            goOn.await();
                                            return input;
                                        }));
        RelayAgent planner = relay.register("planner");

        ActionResult<Amount> early =
                planner.actions()
                        .invoke(
                                ActionCall.of("slow.work", new Amount(7))
                                        .timeout(Duration.ofMillis(300)),
                                Amount.class);
        goOn.countDown();
        ActionResult<Amount> later =
                planner.actions()
                        .await(
                                "slow.work",
                                early.invocationId(),
                                Duration.ofSeconds(20),
                                Amount.class);

        assertThat(early)
                .isInstanceOfSatisfying(
                        ActionResult.Failed.class,
                        failed -> {
                            assertThat(failed.error().code())
                                    .isEqualTo(ActionErrorCode.HANDLER_FAILED);
                            assertThat(failed.error().retryable()).isTrue();
                        });
        assertThat(later.invocationId()).isEqualTo(early.invocationId());
        assertThat(later.orElseThrow()).isEqualTo(new Amount(7));
    }

    @Test
    void a_result_that_nobody_waited_for_is_delivered() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        BlockingQueue<RelayMessage> delivered = new LinkedBlockingQueue<>();
        relay.actions()
                .register(
                        ActionDefinition.of("slow.work", Amount.class, Amount.class)
                                .description("Takes its time.")
                                .handler(
                                        (input, _) -> {
                                            goOn.await();
                                            return input;
                                        }));
        RelayAgent planner = relay.register("planner");
        planner.deliverTo(
                (message, context) -> {
                    delivered.add(message);
                    return context.delivered();
                });

        ActionResult<Amount> early =
                planner.actions()
                        .invoke(
                                ActionCall.of("slow.work", new Amount(7)).timeout(Duration.ZERO),
                                Amount.class);
        goOn.countDown();
        RelayMessage message = delivered.poll(30, TimeUnit.SECONDS);

        assertThat(message).isNotNull();
        assertThat(message.kind()).isEqualTo(RelayMessage.Kind.ACTION_RESULT);
        assertThat(message.from()).isEqualTo("relay");
        assertThat(message.data().at("/result/invocationId").asString())
                .isEqualTo(early.invocationId().value());
        assertThat(message.data().at("/result/output/value").asInt()).isEqualTo(7);
    }

    @Test
    void many_call_at_once_and_each_gets_its_own() throws Exception {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        relay.actions()
                .register(
                        ActionDefinition.of("double.it", Amount.class, Amount.class)
                                .description("Doubles.")
                                .atOnce(8)
                                .handler(
                                        (input, _) -> {
                                            most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                            Thread.sleep(2);
                                            now.decrementAndGet();
                                            return new Amount(input.value() * 2);
                                        }));
        List<RelayAgent> callers =
                IntStream.range(0, 8).mapToObj(i -> relay.register("caller" + i)).toList();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results =
                    IntStream.range(0, 128)
                            .mapToObj(
                                    i ->
                                            threads.submit(
                                                    () ->
                                                            callers.get(i % 8)
                                                                    .actions()
                                                                    .invoke(
                                                                            "double.it",
                                                                            new Amount(i),
                                                                            Amount.class)
                                                                    .orElseThrow()
                                                                    .value()))
                            .toList();
            for (int i = 0; i < results.size(); i++) {
                assertThat(results.get(i).get()).isEqualTo(i * 2);
            }
        }
        assertThat(most.get()).isBetween(1, 8);
    }
}
