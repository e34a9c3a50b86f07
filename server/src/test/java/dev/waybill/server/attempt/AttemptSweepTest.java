package dev.waybill.server.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// How long attempts are kept, and how many may wait, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class AttemptSweepTest {
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final String HI = "{\"body\":\"hi\"}";

    private final TestEngine engine;
    @TempDir private Path temp;
    private AttemptFixture fixture;

    AttemptSweepTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new AttemptFixture(engine, temp, Duration.ofMinutes(1), 3);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_ended_long_ago_is_forgotten_with_all_that_happened_to_it() {
        String ended = fixture.ask("add_comment", HI);
        fixture.set.decisions().cancel(fixture.owner, ended);
        fixture.pass(Duration.ofDays(60));
        String later = fixture.ask("add_comment", HI);
        fixture.set.decisions().cancel(fixture.owner, later);
        String waiting = fixture.ask("add_comment", HI);

        fixture.pass(Duration.ofDays(31));
        fixture.set.sweep().sweep(RETENTION);

        assertThatThrownBy(() -> fixture.show(ended))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("unknown delivery");
        assertThat(fixture.show(later).status()).isEqualTo(AttemptStatus.CANCELLED);
        assertThat(fixture.show(waiting).status()).isEqualTo(AttemptStatus.QUEUED);
        assertThat(fixture.count("outbound_event")).isEqualTo(3);

        fixture.pass(RETENTION);
        fixture.set.sweep().sweep(RETENTION);

        assertThat(fixture.show(waiting).status())
                .as("what is still to be done is kept, however old")
                .isEqualTo(AttemptStatus.QUEUED);
        assertThat(fixture.count("outbound_attempt")).isEqualTo(1);
    }

    @Test
    void what_nobody_agreed_to_is_withdrawn_first() {
        String id = fixture.ask("close_issue", "{}");

        fixture.pass(RETENTION.plusDays(1));
        fixture.set.sweep().sweep(RETENTION);

        assertThat(fixture.show(id).status()).isEqualTo(AttemptStatus.CANCELLED);
        fixture.pass(RETENTION.plusDays(1));
        fixture.set.sweep().sweep(RETENTION);
        assertThat(fixture.count("outbound_attempt")).isZero();
    }

    @Test
    void pages_of_it_are_forgotten_and_lanes_that_nobody_uses() {
        fixture.store
                .database()
                .write(
                        tx ->
                                tx.execute(
                                        "insert into outbound_lane (lane, free_at) values ('old', 1)"));
        for (int i = 0; i < 450; i++) {
            fixture.set.decisions().cancel(fixture.owner, fixture.ask("add_comment", HI));
        }

        fixture.pass(RETENTION.plusDays(1));
        fixture.set.sweep().sweep(RETENTION);

        assertThat(fixture.count("outbound_attempt")).isZero();
        assertThat(fixture.count("outbound_event")).isZero();
        assertThat(fixture.count("outbound_lane")).isZero();
    }

    @Test
    void more_than_may_wait_is_refused_of_each_kind() {
        fixture.ask("add_comment", HI);
        fixture.ask("add_comment", HI);
        String last = fixture.ask("add_comment", HI);
        fixture.ask("close_issue", "{}");
        fixture.ask("close_issue", "{}");
        String pending = fixture.ask("close_issue", "{}");

        refused("add_comment", HI);
        refused("close_issue", "{}");
        fixture.set.decisions().cancel(fixture.owner, last);
        fixture.ask("add_comment", HI);
        fixture.set.decisions().cancel(fixture.owner, pending);
        fixture.ask("close_issue", "{}");
    }

    private void refused(String operation, String input) {
        assertThatThrownBy(() -> fixture.ask(operation, input))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.reason()).isEqualTo(Reason.RATE_LIMIT_EXCEEDED);
                            assertThat(refusal.facts().retryable()).isTrue();
                        });
    }
}
