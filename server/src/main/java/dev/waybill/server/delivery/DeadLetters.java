package dev.waybill.server.delivery;

import dev.waybill.protocol.delivery.DeadLetter;
import dev.waybill.protocol.delivery.DeadLetterDetails;
import dev.waybill.protocol.delivery.DeadReason;
import dev.waybill.protocol.delivery.RedriveResult;
import dev.waybill.protocol.delivery.Redriven;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.DeliveryId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.DeadLetterTable.Buried;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Shows what was given up, and sends it again.
public final class DeadLetters {
    public static final int DEFAULT_LIMIT = 50;
    public static final int MAX_LIMIT = 100;

    private static final int MOST_AT_ONCE = 500;
    private static final int MOST_ATTEMPTS = 1000;

    private final Database database;
    private final Mailboxes mailboxes;
    private final DeliveryLimits limits;
    private final Ledger ledger;
    private final InstantSource clock;
    private final DeadLetterTable table = new DeadLetterTable();

    public DeadLetters(
            Database database,
            Mailboxes mailboxes,
            DeliveryLimits limits,
            Ledger ledger,
            InstantSource clock) {
        this.database = database;
        this.mailboxes = mailboxes;
        this.limits = limits;
        this.ledger = ledger;
        this.clock = clock;
    }

    /// Whose dead letters are meant: those of an agent, or of the whole workspace; for one reason, or for any.
    public record Choice(
            WorkspaceId workspace, @Nullable AgentId agent, @Nullable DeadReason reason) {}

    /// Some dead letters, newest first, and whether there are older ones.
    public record Page(List<DeadLetter> letters, boolean hasMore) {
        public Page {
            letters = List.copyOf(letters);
        }
    }

    /// The agent of that name.
    public AgentId agent(WorkspaceId workspace, String name) {
        return database.read(tx -> table.agent(tx, workspace, name))
                .orElseThrow(
                        () ->
                                new Refusal(
                                        Reason.AGENT_NOT_FOUND,
                                        "Agent \"" + name + "\" not found"));
    }

    /// Newest message first.
    public Page list(Choice choice, @Nullable DeliveryIds before, int limit) {
        return database.read(
                tx -> {
                    List<DeadLetter> letters = table.newest(tx, choice, before, limit);
                    boolean more =
                            !letters.isEmpty()
                                    && !table.newest(tx, choice, ids(letters.getLast()), 1)
                                            .isEmpty();
                    return new Page(letters, more);
                });
    }

    public DeadLetterDetails show(WorkspaceId workspace, @Nullable AgentId holder, String id) {
        DeliveryIds wanted = wanted(holder, id);
        return database.read(
                tx ->
                        table.find(tx, workspace, wanted)
                                .map(
                                        buried ->
                                                new DeadLetterDetails(
                                                        buried.letter(),
                                                        table.attempts(tx, wanted, MOST_ATTEMPTS)))
                                .orElseThrow(() -> notFound(id)));
    }

    /// A new attempt takes its place. Asked again, the answer is the attempt that stands for it already.
    public Redriven redrive(WorkspaceId workspace, @Nullable AgentId holder, String id) {
        DeliveryIds wanted = wanted(holder, id);
        return database.write(
                tx ->
                        table.find(tx, workspace, wanted)
                                .flatMap(buried -> redrive(tx, workspace, buried, clock.instant()))
                                .or(() -> redriven(tx, workspace, wanted))
                                .orElseThrow(() -> notFound(id)));
    }

    /// Those that are meant, oldest first and so many at once; what is sent again is no dead letter any more.
    public RedriveResult redrive(Choice choice) {
        return database.write(
                tx -> {
                    Instant now = clock.instant();
                    List<Redriven> redriven =
                            table.oldest(tx, choice, MOST_AT_ONCE).stream()
                                    .map(buried -> redrive(tx, choice.workspace(), buried, now))
                                    .flatMap(Optional::stream)
                                    .toList();
                    return new RedriveResult(redriven, redriven.size() == MOST_AT_ONCE);
                });
    }

    private Optional<Redriven> redrive(Tx tx, WorkspaceId workspace, Buried buried, Instant now) {
        DeadLetter letter = buried.letter();
        Instant expires = now.plus(limits.timeToLive());
        return table.again(tx, letter.agentId(), buried.seq(), now, expires)
                .map(
                        seq -> {
                            DeliveryId next = at(ids(letter), letter.attempt() + 1);
                            ledger.append(tx, workspace, entry(letter, next, seq, now));
                            tx.afterCommit(
                                    () -> mailboxes.grown(letter.agentId(), seq, buried.urgent()));
                            return new Redriven(letter.id(), next);
                        });
    }

    private Optional<Redriven> redriven(Tx tx, WorkspaceId workspace, DeliveryIds id) {
        return table.later(tx, workspace, id)
                .map(attempt -> new Redriven(at(id, id.attempt()), at(id, attempt)));
    }

    private static LedgerEntry entry(DeadLetter letter, DeliveryId next, long seq, Instant now) {
        ObjectNode data = Json.emptyObject();
        data.put("delivery_id", next.value());
        data.put("message_id", letter.message().id().text());
        data.put("replaces", letter.id().value());
        data.put("target_agent_id", letter.agentId().text());
        data.put("target_agent_name", letter.agentName());
        data.put("attempt", letter.attempt() + 1);
        data.put("seq", seq);
        return new LedgerEntry(
                "delivery.redriven",
                letter.message().channelId(),
                letter.agentId(),
                next.value(),
                data,
                now);
    }

    private static DeliveryIds wanted(@Nullable AgentId holder, String id) {
        return DeliveryIds.parse(id)
                .filter(parsed -> holder == null || parsed.agent().equals(holder))
                .orElseThrow(() -> notFound(id));
    }

    private static DeliveryIds ids(DeadLetter letter) {
        return new DeliveryIds(letter.message().id(), letter.agentId(), letter.attempt());
    }

    private static DeliveryId at(DeliveryIds ids, int attempt) {
        return DeliveryIds.of(ids.message(), ids.agent(), attempt);
    }

    private static Refusal notFound(String id) {
        return new Refusal(Reason.DELIVERY_NOT_FOUND, "Dead letter \"" + id + "\" not found");
    }
}
