package dev.waybill.server.http.api;

import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.message.Messages;
import dev.waybill.server.message.Outgoing;
import dev.waybill.server.workspace.Caller;

/// Sends the message of a request, once for each idempotency key.
final class Sending {
    private Sending() {}

    static Answer send(Call call, Messages messages, Outgoing outgoing) {
        Caller.Agent sender = messages.sender(call.caller(), outgoing.message().from());
        AnswerForm wanted = Preferred.answer(call);
        Answered answered =
                messages.send(sender, outgoing, Keyed.key(call, sender, outgoing.scope()));
        return Preferred.told(wanted, Keyed.answer(messages.in(wanted, answered)));
    }
}
