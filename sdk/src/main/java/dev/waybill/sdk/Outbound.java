package dev.waybill.sdk;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ActionsAnswer;
import dev.waybill.protocol.outbound.ApprovalRequest;
import dev.waybill.protocol.outbound.CallTerms;
import dev.waybill.protocol.outbound.DeliveryAttempt;
import dev.waybill.protocol.outbound.DeliveryAttemptList;
import dev.waybill.protocol.outbound.DeliveryTarget;
import dev.waybill.protocol.outbound.DryRun;
import dev.waybill.protocol.outbound.InvokeRequest;
import dev.waybill.protocol.outbound.ProviderDescription;
import dev.waybill.protocol.outbound.ProviderList;
import dev.waybill.protocol.outbound.RetryRequest;
import dev.waybill.protocol.outbound.SendRequest;
import dev.waybill.sdk.schema.Records;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Answers where something came from: an issue, a chat, a mailbox, whatever a provider of the server reaches.
///
/// ```java
/// DeliveryTarget issue = DeliveryTarget.item("itm_7kq2m9xw3hbr");
/// agent.outbound().actions(issue).operations().forEach(each -> System.out.println(each.name()));
/// agent.outbound().send(issue, "On it.");
/// ```
///
/// An agent asks for itself and sees its own attempts; who holds the key of the workspace sees all. What is refused, by the
/// relay or by a provider, is a [DeliveryRefusedException].
public final class Outbound {
    private static final String ROOT = "deliveries";

    private final Api api;

    Outbound(Api api) {
        this.api = api;
    }

    /// What can be done there, each with the schema of its input.
    public ActionsAnswer actions(DeliveryTarget target) {
        return api.plain(Call.post(ROOT, "actions").with(target), ActionsAnswer.class);
    }

    public DeliveryAttempt invoke(DeliveryTarget target, String operation, Object input) {
        return invoke(target, operation, input, DeliveryOptions.DEFAULTS);
    }

    /// Does one operation, with a record, a map or a JSON object as its input. It is done once, also when the connection
    /// breaks meanwhile. One that waits for approval, or takes longer than the caller waits, is answered as it is then.
    public DeliveryAttempt invoke(
            DeliveryTarget target, String operation, Object input, DeliveryOptions options) {
        InvokeRequest request = request(target, options.terms(), operation, object(input));
        return once(Call.post(ROOT, "invoke").with(request), options.patience());
    }

    /// Has everything checked and nothing done.
    public DryRun dryRun(DeliveryTarget target, String operation, Object input) {
        InvokeRequest request =
                request(target, DeliveryOptions.DEFAULTS.dry(), operation, object(input));
        return api.plain(Call.post(ROOT, "invoke").with(request), DryRun.class);
    }

    public DeliveryAttempt send(DeliveryTarget target, String text) {
        return send(target, text, DeliveryOptions.DEFAULTS);
    }

    /// Sends plain text, where one operation stands for that; otherwise as [#invoke].
    public DeliveryAttempt send(DeliveryTarget target, String text, DeliveryOptions options) {
        CallTerms terms = options.terms();
        SendRequest request =
                new SendRequest(
                        target.sourceId(),
                        target.deliveryHandle(),
                        target.provider(),
                        target.surface(),
                        target.targetRef(),
                        target.threadRef(),
                        target.replyMode(),
                        target.itemId(),
                        target.entryId(),
                        terms.agentId(),
                        terms.correlationId(),
                        terms.idempotencyKey(),
                        terms.dryRun(),
                        terms.waitMs(),
                        null,
                        Json.emptyObject().put("text", text));
        return once(Call.post(ROOT, "send").with(request), options.patience());
    }

    /// The newest first.
    public DeliveryAttemptList list() {
        return list(DeliveryQuery.ALL);
    }

    public DeliveryAttemptList list(DeliveryQuery query) {
        return api.plain(query.call(), DeliveryAttemptList.class);
    }

    /// One with everything that happened to it.
    public DeliveryAttempt show(String deliveryId) {
        return api.plain(Call.get(ROOT, deliveryId), DeliveryAttempt.class);
    }

    /// Tries one again that failed, or of which nobody knows what became; what may have been done is looked up first.
    public DeliveryAttempt retry(String deliveryId) {
        return decide(deliveryId, "retry", new RetryRequest(null, null));
    }

    /// The same, also where it may be done twice by that.
    public DeliveryAttempt retryAnyway(String deliveryId) {
        return decide(deliveryId, "retry", new RetryRequest(true, null));
    }

    /// Withdraws one that is queued.
    public DeliveryAttempt cancel(String deliveryId) {
        return decide(deliveryId, "cancel", null);
    }

    /// Agrees to one that waits for approval, and waits while it is done.
    public DeliveryAttempt approve(String deliveryId, @Nullable String reason) {
        Integer wait = DeliveryOptions.DEFAULTS.terms().waitMs();
        return decide(deliveryId, "approve", new ApprovalRequest(reason, wait));
    }

    /// It is never done.
    public DeliveryAttempt refuse(String deliveryId, @Nullable String reason) {
        return decide(deliveryId, "refuse", new ApprovalRequest(reason, null));
    }

    public List<ProviderDescription> providers() {
        return api.plain(Call.get("providers"), ProviderList.class).providers();
    }

    private DeliveryAttempt decide(String id, String how, @Nullable Object body) {
        Call call = Call.post(ROOT, id, how);
        return patient(DeliveryOptions.DEFAULTS.patience())
                .plain(body == null ? call : call.with(body), DeliveryAttempt.class);
    }

    /// Asks again while the relay cannot be reached; the key that goes with it sees to it that it is done once.
    private DeliveryAttempt once(Call call, Duration wait) {
        RelayOptions options = api.endpoint().options();
        Deadline deadline = new Deadline(options.requestTimeout().plus(wait));
        Backoff backoff = Backoff.of(options);
        while (true) {
            try {
                return patient(wait).plain(call, DeliveryAttempt.class);
            } catch (RelayException e) {
                if (!isOfRelay(e) || !deadline.pause(backoff.next())) {
                    throw e;
                }
            }
        }
    }

    /// Whether the relay could not be asked this time. What a provider cannot do this time the relay tries again itself.
    private static boolean isOfRelay(RelayException e) {
        return e.retryable()
                && (!(e instanceof DeliveryRefusedException) || e.code().equals("unavailable"));
    }

    /// The provider's time comes on top of the server's.
    private Api patient(Duration wait) {
        return api.within(api.endpoint().options().requestTimeout().plus(wait));
    }

    private static ObjectNode object(Object input) {
        if (Records.tree(input) instanceof ObjectNode object) {
            return object;
        }
        throw new IllegalArgumentException(
                "the input is no JSON object: " + input.getClass().getSimpleName());
    }

    private static InvokeRequest request(
            DeliveryTarget target, CallTerms terms, String operation, JsonNode input) {
        return new InvokeRequest(
                target.sourceId(),
                target.deliveryHandle(),
                target.provider(),
                target.surface(),
                target.targetRef(),
                target.threadRef(),
                target.replyMode(),
                target.itemId(),
                target.entryId(),
                terms.agentId(),
                terms.correlationId(),
                terms.idempotencyKey(),
                terms.dryRun(),
                terms.waitMs(),
                operation,
                input);
    }
}
