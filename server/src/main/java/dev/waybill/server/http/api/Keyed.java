package dev.waybill.server.http.api;

import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.idempotency.Answered;
import dev.waybill.server.idempotency.Fingerprint;
import dev.waybill.server.idempotency.RequestKey;
import dev.waybill.server.workspace.Caller;
import org.jspecify.annotations.Nullable;

/// The idempotency key of a request, and the answer to one that has it.
final class Keyed {
    private Keyed() {}

    /// Null when the sender gave none. The scope names the operation and its target.
    static @Nullable RequestKey key(Call call, Caller.Agent sender, String scope) {
        String key =
                call.header("Idempotency-Key")
                        .or(() -> call.header("X-Idempotency-Key"))
                        .orElse(null);
        if (key == null) {
            return null;
        }
        try {
            return new RequestKey(
                    sender.workspace(),
                    sender.agent().text(),
                    scope,
                    key,
                    Fingerprint.of(call.rawBody()));
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_IDEMPOTENCY_KEY, String.valueOf(e.getMessage()));
        }
    }

    static Answer.Data answer(Answered answered) {
        Answer.Data data = Answer.data(answered.data());
        return answered.replayed() ? data.withHeader("Idempotency-Replayed", "true") : data;
    }
}
