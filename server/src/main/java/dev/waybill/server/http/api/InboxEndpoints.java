package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.NODE;

import dev.waybill.protocol.conversation.Inbox;
import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.protocol.message.BatchResult;
import dev.waybill.protocol.message.NewBatch;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.message.Batches;
import dev.waybill.server.message.Inboxes;

/// Answers for what is sent many at a time, and for what waits in sum.
public final class InboxEndpoints {
    private final Inboxes inboxes;
    private final Batches batches;

    public InboxEndpoints(Inboxes inboxes, Batches batches) {
        this.inboxes = inboxes;
        this.batches = batches;
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Inbox and batches",
                Route.get("/v1/inbox", Access.of(AGENT))
                        .summary("Sums up what waits for the agent.")
                        .query("limit", "How many of each kind, 1 to 100; 50 if left out.")
                        .answers(Inbox.class)
                        .to(this::inbox),
                Route.post("/v1/messages/batch", Access.of(AGENT, NODE))
                        .summary(
                                "Sends up to 500 messages in one commit, each with its own target: one of `channel`, `to`, `conversation_id` and `reply_to`, beside the fields of a message and an `idempotency_key`. The results are in the order of the messages; one that is refused keeps no other from being sent. With `Prefer: return=minimal` they do not repeat what was said.")
                        .takes(NewBatch.class)
                        .answers(BatchResult[].class)
                        .to(this::batch));
    }

    Answer inbox(Call call) {
        return Answer.data(
                inboxes.of(
                        Callers.agent(call),
                        Queries.limit(call, Inboxes.DEFAULT_LIMIT, Inboxes.MAX_LIMIT)));
    }

    Answer batch(Call call) {
        AnswerForm wanted = Preferred.answer(call);
        return Preferred.told(
                wanted,
                Answer.data(
                        batches.send(call.caller(), call.body(NewBatch.class).messages(), wanted)));
    }
}
