package dev.waybill.server.provider.slack;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Urls;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds messages of ours by the mark they carry where only apps see it.
final class History {
    private static final String TYPE = "waybill_delivery";
    private static final int MARGIN_SECONDS = 60;

    private final JsonApi api;

    History(JsonApi api) {
        this.api = api;
    }

    static ObjectNode mark(Job job) {
        ObjectNode mark = Json.emptyObject();
        mark.put("event_type", TYPE);
        mark.putObject("event_payload").put("delivery_id", job.deliveryId());
        return mark;
    }

    /// What was said since it was first tried is one page or it cannot be told.
    Finding find(Job job, String token) throws InterruptedException {
        Map<String, String> asked = new HashMap<>();
        asked.put("channel", job.target());
        asked.put("include_all_metadata", "true");
        asked.put("limit", "200");
        asked.put(
                "oldest",
                Long.toString(Math.max(0, job.startedAt().getEpochSecond() - MARGIN_SECONDS)));
        String method = "conversations.history";
        if (job.surface().name().equals(Places.THREAD)) {
            method = "conversations.replies";
            asked.put("ts", String.valueOf(job.handle().threadRef()));
        }
        Request request =
                Request.get(Slack.url(job, method) + "?" + Urls.form(asked)).bearer(token);
        return api.ask(job.wire(), request) instanceof Answered answered
                ? read(job, answered)
                : new Finding.Unknowable();
    }

    private static Finding read(Job job, Answered answered) {
        if (!answered.body().path("ok").asBoolean(false)) {
            return new Finding.Unknowable();
        }
        Optional<JsonNode> ours =
                answered.body()
                        .path("messages")
                        .valueStream()
                        .filter(message -> message.path("metadata").equals(mark(job)))
                        .findFirst();
        if (ours.isPresent()) {
            return new Finding.Done(
                    sent(
                            job,
                            job.target(),
                            ours.get().path("ts").asString(""),
                            answered.evidence(Errors.REQUEST_ID)));
        }
        return answered.body().path("has_more").asBoolean(false)
                ? new Finding.Unknowable()
                : new Finding.NotDone();
    }

    static Outcome.Sent sent(Job job, String channel, String time, Evidence evidence) {
        ObjectNode result = Json.emptyObject();
        result.put("providerId", time);
        result.put("channel", channel);
        result.put("ts", time);
        String note =
                job.surface().name().equals(Places.THREAD)
                        ? "sent Slack thread reply"
                        : "sent Slack channel message";
        return new Outcome.Sent(note, result, evidence.made(time, null));
    }
}
