package dev.waybill.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.Source;
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

/// Events from elsewhere as an agent's program has them.
@Timeout(60)
class EventInboxTest {
    @TempDir private Path folder;
    private TestRelay server;
    private RelayAgent bob;
    private Source builds;

    @BeforeEach
    void start() {
        server = TestRelay.start(folder);
        bob = server.relay().register("bob");
        builds = server.relay().events().source("local_event", "builds");
    }

    @AfterEach
    void stop() {
        bob.close();
        server.close();
    }

    private void happens(String id, String branch) {
        server.relay()
                .events()
                .post(builds, id, "build.failed", Json.emptyObject().put("branch", branch));
    }

    @Test
    void an_agent_subscribes_itself_reads_and_settles() {
        var subscription = bob.events().subscribe("bob", builds, "metadata.branch == 'main'");
        happens("1", "main");
        happens("2", "other");
        happens("3", "main");
        EventInbox inbox = bob.eventInbox();

        InboxEntry first = inbox.entries().getFirst();

        assertThat(inbox.entries()).hasSize(2);
        assertThat(inbox.item(first.itemId()).eventVariant()).isEqualTo("build.failed");
        inbox.ack(first);
        assertThat(inbox.entries()).hasSize(1);
        assertThat(inbox.ackThrough(inbox.entries().getLast())).isEqualTo(1);
        assertThat(inbox.ackAll()).isZero();
        assertThat(bob.events().subscriptions()).hasSize(1);
        bob.events().unsubscribe(subscription);
        assertThat(bob.events().subscriptions()).isEmpty();
        assertThat(bob.events().sources()).hasSize(1);
    }

    @Test
    void what_comes_is_told_once_and_in_order_whatever_the_handler_does()
            throws InterruptedException {
        bob.events().subscribe("bob", builds);
        happens("1", "main");
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        EventInbox inbox = bob.eventInbox();
        try (Subscription _ =
                inbox.watch(
                        entry -> {
                            told.add(Objects.requireNonNull(entry.sourceNativeId()));
                            if ("1".equals(entry.sourceNativeId())) {
                                throw new IllegalStateException("not now");
                            }
                            inbox.ack(entry);
                        })) {
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("1");
            happens("2", "main");
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("2");
        }
        happens("3", "main");

        assertThat(told).isEmpty();
        assertThat(inbox.entries())
                .extracting(InboxEntry::sourceNativeId)
                .containsExactly("1", "3");
    }

    @Test
    void an_agent_sees_its_own_inbox_only() {
        assertThatThrownBy(() -> bob.events().inbox("relay").entries())
                .isInstanceOf(RelayException.class);
    }
}
