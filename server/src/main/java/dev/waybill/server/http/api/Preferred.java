package dev.waybill.server.http.api;

import dev.waybill.protocol.message.AnswerForm;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import java.util.regex.Pattern;

/// What a request prefers to be answered (RFC 7240). What nobody knows is passed over, as it has to be.
final class Preferred {
    private static final String MINIMAL = "return=minimal";
    private static final Pattern ASKED =
            Pattern.compile(
                    "(^|,)\\s*return\\s*=\\s*\"?minimal\"?\\s*($|[,;])", Pattern.CASE_INSENSITIVE);

    private Preferred() {}

    static AnswerForm answer(Call call) {
        return call.headers("Prefer").stream().anyMatch(said -> ASKED.matcher(said).find())
                ? AnswerForm.MINIMAL
                : AnswerForm.WHOLE;
    }

    static Answer told(AnswerForm given, Answer.Data answer) {
        return given == AnswerForm.MINIMAL
                ? answer.withHeader("Preference-Applied", MINIMAL)
                : answer;
    }
}
