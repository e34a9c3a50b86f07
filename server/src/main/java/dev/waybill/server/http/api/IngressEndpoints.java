package dev.waybill.server.http.api;

import dev.waybill.protocol.source.Arrived;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.RateLimit;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteTable;
import dev.waybill.server.ingress.Arrival;
import dev.waybill.server.ingress.Doors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;

/// Answers for what the senders of events post. Anyone may call; the signature over the body is what counts.
public final class IngressEndpoints {
    private static final int OF_A_SOURCE = 1200;
    private static final int OF_NOBODY = 1200;
    private static final int ACCEPTED = 202;

    private final Doors doors;
    private final RateLimit<String> strangers;
    private final RateLimit<String> sources;

    public IngressEndpoints(Doors doors, InstantSource clock) {
        this.doors = doors;
        this.strangers = new RateLimit<>(OF_NOBODY, clock);
        this.sources = new RateLimit<>(OF_A_SOURCE, clock);
    }

    public RouteTable.Section routes() {
        return RouteTable.section(
                "Events from outside",
                route("github", "Takes a webhook of GitHub, signed with X-Hub-Signature-256."),
                route(
                        "feishu",
                        "Takes an event of Feishu or Lark, or its question whether somebody is there."),
                route(
                        "webhook",
                        "Takes what a program posts that signs as its source is configured."));
    }

    private Route route(String host, String summary) {
        return Route.post("/ingress/" + host + "/{sourceId}", Access.anyone())
                .summary(summary)
                .streams(Doors.MAX_BYTES)
                .answers(Arrived.class)
                .plain()
                .fails(
                        ErrorCode.INVALID_SIGNATURE,
                        ErrorCode.MALFORMED_JSON,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.UNKNOWN_SOURCE,
                        ErrorCode.SOURCE_CONFLICT,
                        ErrorCode.RATE_LIMIT_EXCEEDED)
                .to(call -> receive(host, call));
    }

    Answer receive(String host, Call call) {
        count(host, call);
        Arrived arrived =
                doors.receive(host, new Arrival(call.path("sourceId"), call::header, body(call)));
        Answer.Data answer = Answer.data(arrived);
        return arrived.appended() > 0 ? answer.withStatus(ACCEPTED) : answer;
    }

    /// Many may come from one address, that of a proxy. Whoever makes up sources there is not in the way of sources that there
    /// are: each of them has a count of its own for each address.
    private void count(String host, Call call) {
        if (doors.lead(host, call.path("sourceId"))) {
            sources.count(call.sender() + " " + call.path("sourceId")).check();
        } else {
            strangers.count(call.sender()).check();
        }
    }

    private static byte[] body(Call call) {
        try {
            return call.stream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
