package dev.waybill.sdk;

import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Which attempts to list. Each method answers another query; without any of them it is the newest fifty.
///
/// ```java
/// DeliveryQuery failed = DeliveryQuery.ALL.status(AttemptStatus.FAILED).provider("github").limit(10);
/// ```
///
/// @param agent by name or id
/// @param cursor where the page before ended: its `nextCursor`
public record DeliveryQuery(
        @Nullable AttemptStatus status,
        @Nullable ApprovalState approval,
        @Nullable String provider,
        @Nullable String agent,
        @Nullable String itemId,
        @Nullable String operation,
        @Nullable Instant since,
        int limit,
        @Nullable String cursor) {
    public static final DeliveryQuery ALL =
            new DeliveryQuery(null, null, null, null, null, null, null, 50, null);

    public DeliveryQuery status(AttemptStatus one) {
        return new DeliveryQuery(
                one, approval, provider, agent, itemId, operation, since, limit, cursor);
    }

    /// Those whose approval stands so; what waits for the caller's word is pending.
    public DeliveryQuery approval(ApprovalState one) {
        return new DeliveryQuery(
                status, one, provider, agent, itemId, operation, since, limit, cursor);
    }

    public DeliveryQuery provider(String name) {
        return new DeliveryQuery(
                status, approval, name, agent, itemId, operation, since, limit, cursor);
    }

    public DeliveryQuery agent(String nameOrId) {
        return new DeliveryQuery(
                status, approval, provider, nameOrId, itemId, operation, since, limit, cursor);
    }

    public DeliveryQuery itemId(String item) {
        return new DeliveryQuery(
                status, approval, provider, agent, item, operation, since, limit, cursor);
    }

    public DeliveryQuery operation(String name) {
        return new DeliveryQuery(
                status, approval, provider, agent, itemId, name, since, limit, cursor);
    }

    public DeliveryQuery since(Instant moment) {
        return new DeliveryQuery(
                status, approval, provider, agent, itemId, operation, moment, limit, cursor);
    }

    public DeliveryQuery limit(int most) {
        return new DeliveryQuery(
                status, approval, provider, agent, itemId, operation, since, most, cursor);
    }

    public DeliveryQuery after(String nextCursor) {
        return new DeliveryQuery(
                status, approval, provider, agent, itemId, operation, since, limit, nextCursor);
    }

    /// The list is found under this name, because the other one is the agent's mailbox.
    Call call() {
        Call call = Call.get("deliveries", "attempts").where("limit", limit);
        call = where(call, "status", status == null ? null : status.wire());
        call = where(call, "approval", approval == null ? null : approval.wire());
        call = where(call, "provider", provider);
        call = where(call, "agentId", agent);
        call = where(call, "itemId", itemId);
        call = where(call, "operation", operation);
        call = where(call, "since", since);
        return where(call, "cursor", cursor);
    }

    private static Call where(Call call, String name, @Nullable Object value) {
        return value == null ? call : call.where(name, value);
    }
}
