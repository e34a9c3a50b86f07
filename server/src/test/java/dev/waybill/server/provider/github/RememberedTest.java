package dev.waybill.server.provider.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RememberedTest {
    private final Remembered<String> remembered = new Remembered<>();

    @Test
    void what_is_known_is_not_asked_for_again_while_it_is_good() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();

        String first = remembered.get("k", _ -> true, () -> "v" + asked.incrementAndGet());
        String same = remembered.get("k", _ -> true, () -> "v" + asked.incrementAndGet());
        String other = remembered.get("other", _ -> true, () -> "v" + asked.incrementAndGet());
        String fresh = remembered.get("k", "v3"::equals, () -> "v" + asked.incrementAndGet());

        assertThat(first).isEqualTo("v1").isEqualTo(same);
        assertThat(other).isEqualTo("v2");
        assertThat(fresh).isEqualTo("v3");
    }

    @Test
    void only_what_is_meant_is_forgotten() throws InterruptedException {
        remembered.get("k", _ -> true, () -> "new");

        remembered.forget("k", "old"::equals);

        assertThat(remembered.get("k", _ -> true, () -> "asked again")).isEqualTo("new");
    }

    @Test
    void a_failure_is_told_and_not_kept() throws InterruptedException {
        assertThatThrownBy(
                        () ->
                                remembered.get(
                                        "k",
                                        _ -> true,
                                        () -> {
                                            throw new IllegalStateException("no");
                                        }))
                .hasMessage("no");

        assertThat(remembered.get("k", _ -> true, () -> "yes")).isEqualTo("yes");
    }

    @Test
    void when_who_asks_is_called_off_another_asks() throws InterruptedException {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<String> told = new AtomicReference<>("");
        Thread first =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        remembered.get(
                                                "k",
                                                _ -> true,
                                                () -> {
                                                    asking.countDown();
                                                    never.await();
                                                    return "never";
                                                });
                                    } catch (InterruptedException _) {
                                        told.set("called off");
                                    }
                                });
        assertThat(asking.await(10, TimeUnit.SECONDS)).isTrue();
        AtomicReference<String> second = new AtomicReference<>("");
        Thread waiting =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        second.set(remembered.get("k", _ -> true, () -> "mine"));
                                    } catch (InterruptedException _) {
                                        second.set("called off");
                                    }
                                });

        first.interrupt();

        first.join();
        waiting.join();
        assertThat(told).hasValue("called off");
        assertThat(second).hasValue("mine");
    }
}
