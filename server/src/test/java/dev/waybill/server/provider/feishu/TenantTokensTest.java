package dev.waybill.server.provider.feishu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Exchanged;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Jobs;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Shape;
import dev.waybill.server.provider.StubProvider;
import dev.waybill.server.provider.StubProvider.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// When a token is asked for: as seldom as can be, and by one.
class TenantTokensTest {
    private static final int MANY = 20;
    private static final Behaviour.Answer TURNED_AWAY =
            new Behaviour.Answer(400, Map.of(), "{\"code\":99991663,\"msg\":\"invalid token\"}");

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final FeishuExample feishu = new FeishuExample(now::get);
    private final StubProvider stub = feishu.stub();

    @AfterEach
    void close() {
        feishu.close();
    }

    @Test
    void a_token_serves_until_five_minutes_before_its_end() throws InterruptedException {
        feishu.happy();
        reply();

        now.updateAndGet(at -> at.plusSeconds(7200 - 301));
        reply();
        assertThat(stub.matching(FeishuExample.TOKEN)).hasSize(1);

        now.updateAndGet(at -> at.plusSeconds(2));
        reply();
        assertThat(stub.matching(FeishuExample.TOKEN)).hasSize(2);
    }

    @Test
    void a_clock_that_is_set_back_makes_no_token_live_longer() throws InterruptedException {
        feishu.happy();
        reply();

        now.updateAndGet(at -> at.minusSeconds(3600));
        reply();

        assertThat(stub.matching(FeishuExample.TOKEN)).hasSize(2);
    }

    @Test
    void a_short_token_serves_once() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, granted("t-short1", 2));
        stub.on(FeishuExample.REPLY, 200, FeishuExample.SENT);

        reply();
        reply();

        assertThat(stub.matching(FeishuExample.TOKEN)).hasSize(2);
    }

    @Test
    void of_many_who_need_a_token_one_asks() throws Exception {
        feishu.happy();

        assertThat(together()).allSatisfy(one -> assertThat(one).isInstanceOf(Outcome.Sent.class));
        assertThat(stub.matching(FeishuExample.TOKEN)).hasSize(1);
        assertThat(stub.matching(FeishuExample.REPLY)).hasSize(MANY);
    }

    @Test
    void of_many_whose_token_is_turned_away_one_asks() throws Exception {
        stub.on(FeishuExample.TOKEN, 200, granted("t-first1", 7200));
        stub.on(FeishuExample.TOKEN, 200, granted("t-second", 7200));
        stub.on(FeishuExample.REPLY, 200, FeishuExample.SENT);
        reply();
        CountDownLatch allHere = new CountDownLatch(1);
        for (int i = 0; i < MANY; i++) {
            stub.on(FeishuExample.SEND, new Behaviour.Held(allHere, TURNED_AWAY));
        }
        stub.on(FeishuExample.SEND, 200, FeishuExample.SENT);

        List<Outcome> outcomes =
                together(
                        "chat_message",
                        "oc_4",
                        () -> {
                            awaitRequests(FeishuExample.SEND + ".*");
                            allHere.countDown();
                        });

        assertThat(outcomes).allSatisfy(one -> assertThat(one).isInstanceOf(Outcome.Sent.class));
        assertThat(stub.matching(FeishuExample.TOKEN)).hasSize(2);
    }

    @Test
    void a_token_that_is_turned_away_is_replaced_once() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, granted("t-first1", 7200));
        stub.on(FeishuExample.TOKEN, 200, granted("t-second", 7200));
        stub.on(FeishuExample.REPLY, 401, "");
        stub.on(FeishuExample.REPLY, 200, FeishuExample.SENT);

        assertThat(reply()).isInstanceOf(Outcome.Sent.class);
        assertThat(stub.matching(FeishuExample.REPLY))
                .extracting(one -> one.header("authorization"))
                .containsExactly("Bearer t-first1", "Bearer t-second");
    }

    @Test
    void a_credential_that_is_not_known_is_told() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 200, "{\"code\":10014,\"msg\":\"app secret invalid\"}");

        Outcome.Refused refused = (Outcome.Refused) reply();

        assertThat(refused.fault()).isEqualTo(ProviderFault.AUTH);
        assertThat(refused.message()).isEqualTo("app secret invalid (10014)");
        assertThat(stub.matching(FeishuExample.REPLY)).isEmpty();
    }

    @Test
    void without_an_answer_about_the_token_nothing_is_unclear() throws InterruptedException {
        stub.cut(FeishuExample.TOKEN);

        assertThat(((Outcome.Refused) reply()).fault()).isEqualTo(ProviderFault.UNAVAILABLE);
    }

    @Test
    void a_token_that_was_not_had_is_asked_for_again() throws InterruptedException {
        stub.on(FeishuExample.TOKEN, 503, "");
        stub.on(FeishuExample.TOKEN, 200, FeishuExample.GRANTED);
        stub.on(FeishuExample.REPLY, 200, FeishuExample.SENT);

        assertThat(((Outcome.Refused) reply()).fault()).isEqualTo(ProviderFault.UNAVAILABLE);
        assertThat(reply()).isInstanceOf(Outcome.Sent.class);
    }

    @Test
    void tokens_are_not_put_down() throws InterruptedException {
        feishu.happy();
        Job job = job("message_reply", "om_1");

        feishu.provider().invoke(job);

        assertThat(job.wire().exchanges())
                .hasSize(2)
                .extracting(Exchanged::toString)
                .noneMatch(text -> text.contains("t-g1044example"));
    }

    private Outcome reply() throws InterruptedException {
        return feishu.provider().invoke(job("message_reply", "om_1"));
    }

    private List<Outcome> together() throws InterruptedException, ExecutionException {
        return together("message_reply", "om_1", () -> {});
    }

    private List<Outcome> together(String surface, String target, Runnable meanwhile)
            throws InterruptedException, ExecutionException {
        List<Outcome> outcomes = new ArrayList<>();
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Outcome>> futures = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                futures.add(all.submit(() -> feishu.provider().invoke(job(surface, target))));
            }
            meanwhile.run();
            for (Future<Outcome> future : futures) {
                outcomes.add(future.get());
            }
        }
        return outcomes;
    }

    private void awaitRequests(String line) {
        long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (stub.matching(line).size() < MANY) {
            assertThat(System.nanoTime()).as("waited for requests").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private Job job(String surface, String target) {
        return Jobs.job(
                feishu.provider(),
                new DeliveryHandle("feishu", surface, target, null, null),
                "send_text",
                Shape.of("{\"text\":\"hi\"}"),
                feishu.credential(),
                Duration.ofSeconds(20));
    }

    private static String granted(String token, int seconds) {
        return "{\"code\":0,\"msg\":\"ok\",\"tenant_access_token\":\""
                + token
                + "\",\"expire\":"
                + seconds
                + "}";
    }
}
