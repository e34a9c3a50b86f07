package dev.waybill.server.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.waybill.protocol.action.ActionErrorCode;
import dev.waybill.protocol.action.ActionResult.Completed;
import dev.waybill.protocol.action.ActionResult.Failed;
import dev.waybill.protocol.action.CompleteInvocation;
import dev.waybill.protocol.action.Invocation;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.workspace.Caller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Calls whose results are waited for.
@ParameterizedClass
@EnumSource(TestEngine.class)
class AwaitedCallsTest {
    private final TestEngine engine;
    private final RecordingSession bobHears = new RecordingSession();
    @TempDir private Path temp;
    private ActionFixture fixture;
    private Caller.Agent alice;
    private Caller.Agent bob;

    AwaitedCallsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        fixture = new ActionFixture(engine, temp.resolve("data"));
        alice = fixture.agent("alice");
        bob = fixture.connected("bob");
        fixture.attach(bob, bobHears);
        fixture.register(bob, "vote", null);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void one_who_waits_gets_the_result_and_no_letter() throws Exception {
        CompletableFuture<Invocation> answer =
                CompletableFuture.supplyAsync(() -> await("vote", Duration.ofSeconds(30)));
        complete(sent(), "{\"counted\":true}");

        assertThat(answer.get(20, TimeUnit.SECONDS).result())
                .asInstanceOf(type(Completed.class))
                .extracting(completed -> String.valueOf(completed.output()))
                .isEqualTo("{\"counted\":true}");
        assertThat(fixture.rows("select reason from delivery")).isEmpty();
    }

    @Test
    void one_who_waited_in_vain_finds_the_result_in_its_mailbox() {
        Invocation open = await("vote", Duration.ofMillis(5));
        assertThat(open.result()).isNull();
        complete(open, "{}");

        assertThat(fixture.rows("select reason from delivery")).containsExactly("action-result");
    }

    @RepeatedTest(3)
    void one_who_left_while_waiting_finds_the_result_in_its_mailbox_once() throws Exception {
        AtomicBoolean there = new AtomicBoolean(true);
        CompletableFuture<Invocation> answer =
                CompletableFuture.supplyAsync(
                        () ->
                                fixture.set
                                        .calls()
                                        .await(
                                                alice,
                                                new Ask.Named("vote", fixture.json.tree("{}")),
                                                null,
                                                Duration.ofSeconds(30),
                                                there::get));
        Invocation sent = sent();
        there.set(false);
        complete(sent, "{}");
        answer.get(20, TimeUnit.SECONDS);

        assertThat(fixture.rows("select reason from delivery")).containsExactly("action-result");
    }

    @Test
    void callers_inside_the_server_get_refusals_as_results() {
        Invocation refused =
                fixture.set
                        .calls()
                        .call(
                                alice,
                                new Ask.Named("nothing", fixture.json.tree("{}")),
                                null,
                                Duration.ofSeconds(1),
                                () -> true);

        assertThat(refused.result())
                .asInstanceOf(type(Failed.class))
                .extracting(failed -> failed.error().code())
                .isEqualTo(ActionErrorCode.NOT_FOUND);
    }

    private Invocation await(String action, Duration atMost) {
        return fixture.set
                .calls()
                .await(
                        alice,
                        new Ask.Named(action, fixture.json.tree("{}")),
                        null,
                        atMost,
                        () -> true);
    }

    /// The invocation that is on its way, once its handler has heard of it.
    private Invocation sent() throws InterruptedException {
        assertThat(bobHears.next()).startsWith("update action.invoked ");
        return fixture.set
                .invocations()
                .find(
                        fixture.owner(),
                        "vote",
                        new InvocationId(fixture.rows("select id from invocation").getFirst()));
    }

    private void complete(Invocation invocation, String output) {
        fixture.set
                .invocations()
                .complete(
                        bob,
                        "vote",
                        invocation.invocationId(),
                        CompleteInvocation.with(fixture.json.tree(output)));
    }
}
