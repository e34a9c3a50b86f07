package dev.waybill.server.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.protocol.source.Arrived;
import dev.waybill.server.attempt.Reports;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.RateLimit;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.provider.Told;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;

/// Answers providers that tell what became of something they have taken. Anyone may call; the signature is what counts.
public final class ReportEndpoints {
    private static final int A_MINUTE = 1200;
    private static final int MOST_BYTES = 64 << 10;

    private final Reports reports;
    private final RateLimit<String> attempts;
    private final RateLimit<String> strangers;

    public ReportEndpoints(Reports reports, InstantSource clock) {
        this.reports = reports;
        this.attempts = new RateLimit<>(A_MINUTE, clock);
        this.strangers = new RateLimit<>(A_MINUTE, clock);
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Events from outside",
                Route.post("/ingress/sms/{deliveryId}", Access.anyone())
                        .summary(
                                "Takes what Twilio tells of a text message, signed with X-Twilio-Signature.")
                        .streams(MOST_BYTES)
                        .answers(Arrived.class)
                        .plain()
                        .fails(
                                ErrorCode.INVALID_SIGNATURE,
                                ErrorCode.RATE_LIMIT_EXCEEDED,
                                ErrorCode.DELIVERY_STATE_CONFLICT)
                        .to(this::report));
    }

    Answer report(Call call) {
        count(call);
        boolean taken =
                reports.take("sms", new Told(call.path("deliveryId"), call::header, body(call)));
        return Answer.data(
                taken ? new Arrived(true, 1, 0, null, null, null) : Arrived.passed("nothing new"));
    }

    /// Whoever makes up attempts is not in the way of those that there are.
    private void count(Call call) {
        if (reports.about("sms", call.path("deliveryId"))) {
            attempts.count(call.sender() + " " + call.path("deliveryId")).check();
        } else {
            strangers.count(call.sender()).check();
        }
    }

    private static String body(Call call) {
        try {
            return new String(call.stream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
