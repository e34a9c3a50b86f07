package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.Kind;
import dev.waybill.protocol.network.Place;
import dev.waybill.protocol.network.ThreadId;
import dev.waybill.protocol.network.WorkId;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.protocol.network.api.TimelineMessage;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Peers on two servers that share nothing but a real broker.
@Timeout(90)
class NetworkOverNatsTest {
    private static final ThreadId THREAD = new ThreadId("thread_release");

    @TempDir private Path folder;
    private final BlockingQueue<NetworkMessage> heard = new LinkedBlockingQueue<>();
    private TestBroker broker;
    private TestRelay here;
    private TestRelay there;

    @BeforeEach
    void start() {
        broker = new TestBroker(folder.resolve("broker"));
        here = TestRelay.start(folder.resolve("here"), "WAYBILL_NATS_URL", broker.url());
        there = TestRelay.start(folder.resolve("there"), "WAYBILL_NATS_URL", broker.url());
    }

    @AfterEach
    void stop() {
        if (broker != null) {
            here.close();
            there.close();
            broker.close();
        }
    }

    @Test
    void they_talk_and_do_work_for_each_other() throws Exception {
        RelayAgent bob = there.relay().register("bob");
        NetworkPeer asker = here.relay().register("alice").network().join("builders");
        NetworkPeer helper = bob.network().join("builders");
        Await.until("they see each other", () -> asker.peers().size() == 2);
        Await.until("they see each other", () -> helper.peers().size() == 2);
        bob.deliverTo(
                (message, context) -> {
                    bob.network().received(message).ifPresent(heard::add);
                    return context.delivered();
                });

        asker.say(THREAD, "Who can check it?");
        assertThat(next().place()).isEqualTo(new Place.InThread(THREAD));
        asker.send(
                NetworkDraft.say(asker.room(helper.id()), "Please check it.")
                        .to(helper.id())
                        .newWork());
        NetworkMessage request = next();
        request.accept();
        request.reply("It is fine.");
        request.trace(WorkState.COMPLETED);

        WorkId work = Objects.requireNonNull(request.work());
        Await.until("the work is done", () -> asker.work(work).state().equals("completed"));
        Await.until("all of it waits", () -> asker.inbox().size() == 3);
        assertThat(asker.inbox())
                .extracting(entry -> entry.envelope().path("kind").asString())
                .containsExactly(Kind.RECEIPT.wire(), Kind.SAY.wire(), Kind.TRACE.wire());
        assertThat(here.relay().network().messages(work))
                .extracting(TimelineMessage::kind)
                .containsExactly("say", "receipt", "say", "trace");
    }

    private NetworkMessage next() throws InterruptedException {
        return Objects.requireNonNull(heard.poll(30, TimeUnit.SECONDS));
    }
}
