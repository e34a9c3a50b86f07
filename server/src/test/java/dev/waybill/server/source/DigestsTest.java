package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.source.InboxAck;
import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.InboxPolicyChange;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Events that are told together (`provider-delivery` §2.5), on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class DigestsTest {
    private static final String REVIEW_COMMENT = "PullRequestReviewCommentEvent.created";

    private final TestEngine engine;
    @TempDir private Path temp;
    private SourceFixture fixture;
    private Source source;
    private int natives;

    DigestsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new SourceFixture(engine, temp);
        source = fixture.source("github_repo", "o/r");
        fixture.subscribe(fixture.bob, source, null);
        fixture.set
                .inboxes()
                .change(fixture.owner, "bob", new InboxPolicyChange(true, 30_000L, 3L, null));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void comments(int number, String thread) {
        DeliveryHandle handle =
                new DeliveryHandle("github", "review_comment", "o/r#" + number, thread, "reply");
        fixture.happens(
                source,
                fixture.event(
                        "c" + natives++, REVIEW_COMMENT, "{\"number\":" + number + "}", handle));
    }

    private void windowPasses() {
        fixture.pass(Duration.ofSeconds(31));
        fixture.set.look();
    }

    private int ack(String entry) {
        return fixture.set
                .inboxes()
                .ack(fixture.owner, "bob", new InboxAck(null, List.of(entry), null));
    }

    @Test
    void revisions_follow_each_other_as_items_come_and_are_settled() {
        comments(1, "review_comment:1");
        comments(1, "review_comment:2");
        assertThat(fixture.entries(fixture.bob)).isEmpty();
        assertThat(fixture.mailbox(fixture.bob)).isEmpty();

        windowPasses();
        InboxEntry first = fixture.entries(fixture.bob).getFirst();
        assertThat(first.kind()).isEqualTo("digest_snapshot");
        assertThat(first.revision()).isEqualTo(1);
        assertThat(first.count()).isEqualTo(2);
        assertThat(first.deliveryHandle()).isNull();
        assertThat(first.resourceRef()).isEqualTo("pr:1");
        assertThat(first.eventFamily()).isEqualTo("review_comments");
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);

        comments(1, "review_comment:3");
        windowPasses();
        assertThat(fixture.entries(fixture.bob))
                .extracting(InboxEntry::revision, InboxEntry::count)
                .containsExactly(tuple(2L, 3));
        assertThat(fixture.entries(fixture.bob, true).getFirst().supersededAt()).isNotNull();
        assertThat(fixture.mailbox(fixture.bob)).as("only the newest is delivered").hasSize(1);

        assertThat(ack(first.entryId())).isEqualTo(1);
        assertThat(fixture.entries(fixture.bob))
                .extracting(InboxEntry::revision, InboxEntry::count)
                .containsExactly(tuple(3L, 1));
        InboxEntry last = fixture.entries(fixture.bob).getFirst();
        assertThat(last.deliveryHandle()).isNotNull();
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);

        assertThat(ack(last.entryId())).isEqualTo(1);
        assertThat(fixture.entries(fixture.bob)).isEmpty();
        assertThat(fixture.mailbox(fixture.bob)).isEmpty();
        assertThat(fixture.count("event_thread where is_open = 1")).isZero();
    }

    @Test
    void items_with_one_handle_keep_it_together() {
        comments(1, "review_comment:1");
        comments(1, "review_comment:1");
        windowPasses();

        assertThat(fixture.entries(fixture.bob).getFirst().deliveryHandle().threadRef())
                .isEqualTo("review_comment:1");
        assertThat(
                        fixture.set
                                .provenance()
                                .entry(
                                        fixture.owner.workspace(),
                                        fixture.entries(fixture.bob).getFirst().entryId())
                                .orElseThrow()
                                .itemHandles())
                .hasSize(1);
    }

    @Test
    void a_mixed_digest_names_the_handles_of_its_items() {
        comments(1, "review_comment:1");
        comments(1, "review_comment:2");
        windowPasses();

        Provenance.Whence whence =
                fixture.set
                        .provenance()
                        .entry(
                                fixture.owner.workspace(),
                                fixture.entries(fixture.bob).getFirst().entryId())
                        .orElseThrow();

        assertThat(whence.handle()).isNull();
        assertThat(whence.itemHandles())
                .extracting(DeliveryHandle::threadRef)
                .containsExactly("review_comment:1", "review_comment:2");
    }

    @Test
    void enough_items_do_not_wait() {
        comments(1, "t:1");
        comments(1, "t:2");
        comments(1, "t:3");

        assertThat(fixture.entries(fixture.bob).getFirst().count()).isEqualTo(3);
    }

    @Test
    void different_resources_are_told_apart_and_an_end_at_once() {
        comments(1, "t:1");
        comments(2, "t:2");
        fixture.happens(source, "PullRequestEvent.closed", "{\"number\":1}");
        fixture.happens(source, "PushEvent.observed", "{}");

        assertThat(fixture.entries(fixture.bob))
                .extracting(InboxEntry::kind)
                .containsExactly("digest_snapshot", "item");
        windowPasses();
        assertThat(fixture.entries(fixture.bob)).hasSize(4);
    }

    @Test
    void what_the_session_has_got_is_not_told_again() {
        comments(1, "t:1");
        windowPasses();
        fixture.delivers(fixture.bob);
        fixture.set.look();
        comments(1, "t:2");
        windowPasses();

        assertThat(fixture.entries(fixture.bob)).extracting(InboxEntry::count).containsExactly(1);
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
    }

    @Test
    void a_thread_that_is_too_old_takes_no_more() {
        comments(1, "t:1");
        fixture.pass(Duration.ofDays(2));
        comments(1, "t:2");

        assertThat(fixture.count("event_thread")).isEqualTo(2);
        assertThat(fixture.entries(fixture.bob)).hasSize(1);
    }
}
