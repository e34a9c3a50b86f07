package dev.waybill.server.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.source.InboxEntry;
import dev.waybill.protocol.source.InboxPolicyChange;
import dev.waybill.protocol.source.Source;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What nobody reads does not fill the disk, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class CrowdingTest {
    private static final int MOST = 10;

    private final TestEngine engine;
    @TempDir private Path temp;
    private SourceFixture fixture;
    private Source source;

    CrowdingTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture =
                new SourceFixture(
                        engine,
                        temp,
                        Echo.NONE,
                        DeliveryLimits.DEFAULTS,
                        new SourceLimits(Duration.ofHours(24), Duration.ofDays(30), MOST));
        source = fixture.source("local_event", "builds");
        fixture.subscribe(fixture.bob, source, null);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void an_inbox_that_nobody_reads_gives_up_its_oldest_items() {
        IntStream.range(0, 64).forEach(_ -> happens("v", "{}"));

        fixture.set.look();

        assertThat(fixture.entries(fixture.bob)).hasSize(MOST);
        assertThat(fixture.entries(fixture.bob))
                .extracting(InboxEntry::sequence)
                .startsWith(64L - MOST + 1);
        assertThat(fixture.mailbox(fixture.bob)).hasSize(MOST);
        assertThat(fixture.ledger()).filteredOn("item.lost"::equals).hasSize(64 - MOST);
        assertThat(fixture.lost("inbox_full")).isEqualTo(64 - MOST);
        fixture.pass(Duration.ofHours(25));
        fixture.set.sweep();
        assertThat(fixture.count("event_item")).isEqualTo(MOST);
        assertThat(fixture.count("event_entry")).isEqualTo(MOST);
    }

    @Test
    void what_is_told_together_gives_up_its_oldest_too() {
        fixture.set
                .inboxes()
                .change(fixture.owner, "bob", new InboxPolicyChange(true, 1000L, 1L, null));
        IntStream.range(0, 64)
                .forEach(
                        _ ->
                                happens(
                                        "IssueCommentEvent.created",
                                        "{\"repoFullName\":\"o/r\",\"number\":7}"));

        fixture.set.look();

        assertThat(fixture.entries(fixture.bob)).hasSize(1);
        assertThat(fixture.entries(fixture.bob).getFirst().itemIds()).hasSize(MOST);
        assertThat(fixture.mailbox(fixture.bob)).hasSize(1);
    }

    private void happens(String variant, String metadata) {
        fixture.happens(source, variant, metadata);
        fixture.pass(Duration.ofMillis(1));
    }
}
