package dev.waybill.server.action;

import dev.waybill.protocol.action.ActionResult;
import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.InvocationId;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.delivery.Signal;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.delivery.Waits;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.message.ResultMail;
import dev.waybill.server.message.ResultMail.Way;
import dev.waybill.server.store.Tx;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Tells what became of an invocation: the ledger, whoever waits for it, and the caller's mailbox where nobody does.
final class Told {
    /// Of a long output only the beginning is said in words.
    private static final int SAID = 500;

    private final Ledger ledger;
    private final Signals signals;
    private final ResultMail mail;
    private final HostTable hosts;
    private final Waits<InvocationId> waits;
    private final Json json;

    Told(ActionSet.Listeners listeners, HostTable hosts, Waits<InvocationId> waits, Json json) {
        this.ledger = listeners.ledger();
        this.signals = listeners.signals();
        this.mail = listeners.mail();
        this.hosts = hosts;
        this.waits = waits;
        this.json = json;
    }

    void settled(Tx tx, KeptInvocation kept, Result result, long durationMs, Instant now) {
        ObjectNode data = result.event(kept, durationMs);
        AgentId caller = kept.invocation().callerId();
        ledger.append(
                tx,
                kept.workspace(),
                new LedgerEntry(result.type(), null, caller, kept.id().value(), data, now));
        if (caller != null) {
            tell(tx, kept, caller, result, data);
        }
        tx.afterCommit(() -> waits.ring(kept.id()));
    }

    /// One who waits is answered there and hears of it here, if it listens; others find it in their mailbox.
    private void tell(Tx tx, KeptInvocation kept, AgentId caller, Result result, ObjectNode data) {
        if (kept.quiet() || waits.entrust(kept.id())) {
            signals.deliver(
                    tx,
                    List.of(caller),
                    new Signal("action_" + kept.id().value(), result.type(), data));
            return;
        }
        post(tx, kept, caller, result, data);
    }

    /// Writes the letter for a caller that is no longer there to be answered; false where nobody gets one.
    boolean posted(Tx tx, KeptInvocation kept) {
        AgentId caller = kept.invocation().callerId();
        ActionResult settled = kept.invocation().result();
        if (caller == null || settled == null || kept.quiet()) {
            return false;
        }
        Result result = Result.of(settled);
        Long duration = kept.invocation().durationMs();
        post(tx, kept, caller, result, result.event(kept, duration == null ? 0 : duration));
        return true;
    }

    /// The ledger has its own copy of the data by now.
    private void post(Tx tx, KeptInvocation kept, AgentId caller, Result result, ObjectNode data) {
        data.put("type", result.type());
        data.set("result", json.toTree(kept.envelope(result)));
        mail.post(tx, way(tx, kept, caller), words(kept, result), data);
    }

    private Way way(Tx tx, KeptInvocation kept, AgentId caller) {
        AgentId author = kept.handlerAgent() == null ? caller : kept.handlerAgent();
        return new Way(
                kept.workspace(),
                author,
                hosts.name(tx, author).orElse(kept.invocation().actionName()),
                caller);
    }

    private static String shortened(@Nullable JsonNode output) {
        String text = String.valueOf(output);
        return text.length() <= SAID ? text : text.substring(0, SAID) + "…";
    }

    private static String words(KeptInvocation kept, Result result) {
        return switch (kept.envelope(result)) {
            case ActionResult.Completed done ->
                    "Action " + done.action() + " completed: " + shortened(done.output());
            case ActionResult.Failed failed ->
                    "Action "
                            + failed.action()
                            + " failed ("
                            + failed.error().code().wire()
                            + "): "
                            + failed.error().message();
        };
    }
}
