package dev.waybill.server.attempt;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.wire.WireWord;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.store.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Turns attempts into the values of a row, and back.
final class AttemptRows {
    private final Json json;

    AttemptRows(Json json) {
        this.json = json;
    }

    @Nullable Object[] fresh(Attempt attempt) {
        Order order = attempt.order();
        DeliveryHandle handle = order.handle();
        Order.References references = order.references();
        State state = attempt.state();
        return new @Nullable Object[] {
            order.id(),
            order.workspace(),
            order.actor(),
            order.asker().agent(),
            order.asker().name(),
            handle.provider(),
            handle.surface(),
            handle.targetRef(),
            handle.threadRef(),
            handle.replyMode(),
            order.kind(),
            order.operation(),
            order.canonical(),
            json.text(order.payload()),
            json.text(order.input()),
            references.source(),
            references.item(),
            references.entry(),
            references.correlation(),
            order.key(),
            order.hash(),
            order.account().credential(),
            order.account().operators(),
            order.account().mark(),
            order.lane(),
            words(order.approvers()),
            order.createdAt(),
            state.status().wire(),
            word(state.approval()),
            state.dueAt(),
            state.updatedAt()
        };
    }

    @Nullable Object[] changed(Attempt attempt, State next) {
        State.Claim claim = next.claim();
        Fault fault = next.fault();
        Evidence evidence = next.evidence();
        return new @Nullable Object[] {
            next.status().wire(),
            word(next.approval()),
            next.decidedBy(),
            next.attempts(),
            next.tries(),
            next.looks(),
            next.missedAt(),
            next.dueAt(),
            claim == null ? null : claim.holder(),
            claim == null ? null : claim.until(),
            next.note(),
            text(next.result()),
            fault == null ? null : fault.reason().wire(),
            fault == null ? null : fault.message(),
            fault == null ? null : text(fault.details()),
            fault == null ? null : fault.retryable(),
            fault == null ? null : fault.retryAfterMs(),
            evidence.providerStatus(),
            evidence.requestId(),
            evidence.resourceId(),
            evidence.url(),
            next.startedAt(),
            next.completedAt(),
            next.updatedAt(),
            attempt.id(),
            attempt.version()
        };
    }

    Attempt read(Row row) {
        return new Attempt(order(row), state(row), row.number(26));
    }

    private Order order(Row row) {
        Long agent = row.numberOrNull(4);
        return new Order(
                row.text(1),
                row.text(3),
                new Asker(
                        new WorkspaceId(row.number(2)),
                        agent == null ? null : new AgentId(agent),
                        row.textOrNull(5)),
                new DeliveryHandle(
                        row.text(6),
                        row.text(7),
                        row.text(8),
                        row.textOrNull(9),
                        row.textOrNull(10)),
                row.text(11),
                row.text(12),
                row.flag(13),
                (ObjectNode) json.tree(row.text(14)),
                (ObjectNode) json.tree(row.text(15)),
                new Order.References(
                        row.textOrNull(16),
                        row.textOrNull(17),
                        row.textOrNull(18),
                        row.textOrNull(19)),
                row.textOrNull(20),
                row.text(21),
                new Account(row.text(22), row.flag(50), row.text(51)),
                row.text(23),
                words(json.tree(row.text(24))),
                row.instant(25));
    }

    private State state(Row row) {
        return new State(
                of(AttemptStatus.values(), row.text(27)),
                row.textOrNull(28) == null ? null : of(ApprovalState.values(), row.text(28)),
                row.textOrNull(29),
                (int) row.number(30),
                (int) row.number(31),
                (int) row.number(32),
                row.instantOrNull(52),
                row.instantOrNull(33),
                claim(row),
                row.textOrNull(36),
                tree(row.textOrNull(37)),
                fault(row),
                evidence(row),
                row.instantOrNull(47),
                row.instantOrNull(48),
                row.instant(49));
    }

    private static State.@Nullable Claim claim(Row row) {
        String holder = row.textOrNull(34);
        Instant until = row.instantOrNull(35);
        return holder == null || until == null ? null : new State.Claim(holder, until);
    }

    private @Nullable Fault fault(Row row) {
        String code = row.textOrNull(38);
        Long wait = row.numberOrNull(42);
        return code == null
                ? null
                : new Fault(
                        Reason.valueOf(code.toUpperCase(Locale.ROOT)),
                        Objects.requireNonNullElse(row.textOrNull(39), ""),
                        row.flag(41),
                        tree(row.textOrNull(40)),
                        wait == null ? null : Duration.ofMillis(wait));
    }

    private static Evidence evidence(Row row) {
        Long status = row.numberOrNull(43);
        return new Evidence(
                status == null ? null : status.intValue(),
                row.textOrNull(44),
                row.textOrNull(45),
                row.textOrNull(46));
    }

    static <T extends WireWord> T of(T[] words, String text) {
        return Arrays.stream(words)
                .filter(word -> word.wire().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is not known: '" + text + "'"));
    }

    List<String> words(String kept) {
        return words(json.tree(kept));
    }

    String words(List<String> words) {
        return json.text(words);
    }

    private static List<String> words(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString).toList();
    }

    private static @Nullable String word(@Nullable WireWord word) {
        return word == null ? null : word.wire();
    }

    private @Nullable String text(@Nullable JsonNode value) {
        return value == null ? null : json.text(value);
    }

    private @Nullable JsonNode tree(@Nullable String text) {
        return text == null ? null : json.tree(text);
    }
}
