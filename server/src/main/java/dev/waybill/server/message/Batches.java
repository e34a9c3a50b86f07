package dev.waybill.server.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.message.BatchResult;
import dev.waybill.protocol.message.SendRequest;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Fingerprint;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Sends several messages in one commit. What is refused of them leaves nothing behind and keeps nothing else from being
/// sent.
public final class Batches {
    private final Database database;
    private final Messages messages;
    private final Json json;

    public Batches(Database database, Messages messages, Json json) {
        this.database = database;
        this.messages = messages;
        this.json = json;
    }

    /// The results, in the order of the requests; each of these is a [SendRequest] in JSON.
    public List<BatchResult> send(Caller caller, List<JsonNode> requests, AnswerForm wanted) {
        List<Item> items = requests.stream().map(this::item).toList();
        return database.write(
                tx -> items.stream().map(item -> send(tx, caller, item, wanted)).toList());
    }

    private BatchResult send(Tx tx, Caller caller, Item item, AnswerForm wanted) {
        return switch (item) {
            case Item.Malformed(var why) -> BatchResult.refused(Reason.INVALID_REQUEST.wire(), why);
            case Item.Wanted(var request, var fingerprint) -> {
                try {
                    Caller.Agent sender = messages.sender(tx, caller, request.from());
                    Outgoing outgoing = Outgoing.of(request);
                    RequestKey key = key(sender, outgoing, request.idempotencyKey(), fingerprint);
                    Answered answered =
                            messages.in(wanted, messages.send(tx, sender, outgoing, key));
                    yield BatchResult.sent(answered.data(), answered.replayed());
                } catch (Refusal refusal) {
                    yield BatchResult.refused(refusal.reason().wire(), refusal.detail());
                }
            }
        };
    }

    private static @Nullable RequestKey key(
            Caller.Agent sender, Outgoing outgoing, @Nullable String key, String fingerprint) {
        try {
            return key == null
                    ? null
                    : new RequestKey(
                            sender.workspace(),
                            sender.agent().text(),
                            outgoing.scope(),
                            key,
                            fingerprint);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_IDEMPOTENCY_KEY, String.valueOf(e.getMessage()));
        }
    }

    private Item item(JsonNode request) {
        try {
            return new Item.Wanted(
                    json.convert(request, SendRequest.class),
                    Fingerprint.of(request.toString().getBytes(UTF_8)));
        } catch (JsonFault e) {
            return new Item.Malformed(String.valueOf(e.getMessage()));
        }
    }

    private sealed interface Item {
        record Wanted(SendRequest request, String fingerprint) implements Item {}

        record Malformed(String why) implements Item {}
    }
}
