package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.delivery.Delivery;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.delivery.BookTable.Entry;
import dev.waybill.server.delivery.BookTable.Settling;
import dev.waybill.server.delivery.DeliveryState.Step;
import dev.waybill.server.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Changes deliveries by what sessions report of them: the row, the ledger and those it concerns, in one transaction.
final class Settlements {
    /// So often a delivery may fail before it is given up.
    static final int MAX_FAILURES = 8;

    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(5);

    /// When something that was taken over comes again, if nothing more is heard of it.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final BookTable book;
    private final Outcomes outcomes;
    private final Mailboxes mailboxes;

    Settlements(BookTable book, Outcomes outcomes, Mailboxes mailboxes) {
        this.book = book;
        this.outcomes = outcomes;
        this.mailboxes = mailboxes;
    }

    /// Moves the agent's cursor over what is settled; whoever has not sent that place yet need not.
    void passOver(Tx tx, AgentId agent, long seq) {
        long acked = book.advance(tx, agent);
        tx.afterCommit(
                () ->
                        mailboxes.with(
                                agent,
                                mailbox -> {
                                    mailbox.settled(seq);
                                    mailbox.acked(acked);
                                }));
        tx.afterCommit(() -> mailboxes.settled(agent));
    }

    /// False when the report changes nothing: it was made before, or the delivery is settled.
    boolean settle(Tx tx, WorkspaceId workspace, Entry entry, Report report, Instant now) {
        Step step = step(tx, report, entry);
        DeliveryState next = entry.state().after(step).orElse(null);
        if (next == null || same(entry, report)) {
            return false;
        }
        switch (report) {
            case Report.Delivered said -> {
                book.settle(tx, entry, Settling.into(next), now);
                outcomes.delivered(tx, workspace, entry.item(), said, now);
            }
            case Report.Accepted said -> {
                Instant again = said.mayComeAgain() ? now.plus(PATIENCE) : null;
                book.settle(tx, entry, new Settling(next, again, null, said.mayComeAgain()), now);
                outcomes.accepted(tx, workspace, entry.item(), said, now);
            }
            case Report.Deferred said -> {
                book.deferred(tx, entry, said.availableAt(), said.reason(), now);
                outcomes.deferred(tx, workspace, entry.item(), said, now);
            }
            case Report.Failed said -> failed(tx, workspace, entry, next, said, now);
        }
        return true;
    }

    private void failed(
            Tx tx,
            WorkspaceId workspace,
            Entry entry,
            DeliveryState next,
            Report.Failed said,
            Instant now) {
        Delivery delivery = entry.delivery();
        Instant again =
                said.mayRetry() && next == DeliveryState.FAILED
                        ? now.plus(pause(book.failures(tx, entry)))
                        : null;
        if (next == DeliveryState.DEAD_LETTERED) {
            book.deadLettered(
                    tx,
                    delivery.agentId(),
                    entry.seq(),
                    DeadReason.ATTEMPTS_EXHAUSTED,
                    "given up after " + MAX_FAILURES + " failures: " + said.error(),
                    now);
        } else {
            book.settle(tx, entry, new Settling(next, again, said.error(), said.mayRetry()), now);
        }
        outcomes.failed(tx, workspace, entry.item(), said, again, now);
    }

    private Step step(Tx tx, Report report, Entry entry) {
        return switch (report) {
            case Report.Accepted _ -> Step.ACCEPT;
            case Report.Delivered _ -> Step.DELIVER;
            case Report.Deferred _ -> Step.DEFER;
            case Report.Failed said ->
                    said.mayRetry() && book.failures(tx, entry) + 1 >= MAX_FAILURES
                            ? Step.GIVE_UP
                            : Step.FAIL;
        };
    }

    private static boolean same(Entry entry, Report report) {
        Delivery delivery = entry.delivery();
        return report instanceof Report.Deferred said
                && entry.state() == DeliveryState.DEFERRED
                && said.availableAt().toEpochMilli() == millis(delivery.availableAt())
                && Objects.equals(delivery.reason(), said.reason());
    }

    private static long millis(@Nullable Instant instant) {
        return instant == null ? -1 : instant.toEpochMilli();
    }

    private static Duration pause(long failuresBefore) {
        Duration pause = FIRST_RETRY.multipliedBy(1L << failuresBefore);
        return pause.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : pause;
    }
}
