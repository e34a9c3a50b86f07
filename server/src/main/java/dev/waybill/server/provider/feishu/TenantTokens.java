package dev.waybill.server.provider.feishu;

import dev.waybill.protocol.json.Json;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Reply;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Urls;
import dev.waybill.server.provider.Wire;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The tokens of apps. Of all who need one at the same time one asks for it, and the others take what it gets.
final class TenantTokens {
    private static final Duration MARGIN = Duration.ofMinutes(5);

    /// Whatever it is said to be.
    private static final Duration LONGEST_LIFE = Duration.ofDays(1);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
    private static final int MANY = 500;

    private final JsonApi api;
    private final InstantSource clock;
    private final Map<App, Question> asked = new ConcurrentHashMap<>();

    /// Asked once, by whoever made it, for all who wait.
    private static final class Question {
        final CompletableFuture<Grant> answer = new CompletableFuture<>();
    }

    TenantTokens(JsonApi api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    Grant current(App app, Wire wire) throws InterruptedException {
        return grant(app, wire, null);
    }

    /// Another one than that which was turned away.
    Grant other(App app, String stale, Wire wire) throws InterruptedException {
        return grant(app, wire, stale);
    }

    private Grant grant(App app, Wire wire, @Nullable String stale) throws InterruptedException {
        Instant now = clock.instant();
        if (asked.size() > MANY) {
            asked.values().removeIf(kept -> !serves(kept, now, null));
        }
        Question mine = new Question();
        Question shared =
                asked.compute(
                        app, (_, kept) -> kept != null && serves(kept, now, stale) ? kept : mine);
        if (shared == mine) {
            fill(mine.answer, app, wire);
        }
        return awaited(shared.answer);
    }

    /// One that is still being asked for serves anybody, as it is newer than any they have.
    private static boolean serves(Question kept, Instant now, @Nullable String stale) {
        return !kept.answer.isDone()
                || (kept.answer.resultNow() instanceof Grant.Token token
                        && token.fresh(now)
                        && !token.value().equals(stale));
    }

    private void fill(CompletableFuture<Grant> mine, App app, Wire wire)
            throws InterruptedException {
        try {
            mine.complete(ask(app, wire));
        } finally {
            mine.complete(denied("asking for a token was broken off"));
        }
    }

    private static Grant awaited(CompletableFuture<Grant> shared) throws InterruptedException {
        try {
            return shared.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            return denied("waiting for a token took too long");
        } catch (ExecutionException e) {
            throw new IllegalStateException("it is never completed so", e);
        }
    }

    private Grant ask(App app, Wire wire) throws InterruptedException {
        ObjectNode body = Json.emptyObject();
        body.put("app_id", app.id());
        body.put("app_secret", app.secret());
        String url = Urls.at(app.base(), "auth", "v3", "tenant_access_token", "internal");
        return switch (api.ask(wire, Request.json("POST", url, api.text(body)))) {
            case Reply.None(Outcome.Refused why) -> new Grant.Denied(why);
            case Reply.None _ -> denied("asking for a token had no answer");
            case Answered answered -> read(answered);
        };
    }

    private Grant read(Answered answered) {
        String token = answered.text("tenant_access_token");
        if (answered.successful() && Codes.of(answered) == 0 && !token.isEmpty()) {
            long seconds = answered.body().path("expire").asLong(0);
            Duration life = Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_LIFE.toSeconds()));
            Instant now = clock.instant();
            return new Grant.Token(token, now, now.plus(life).minus(MARGIN));
        }
        return Codes.failure(answered) instanceof Outcome.Refused why
                ? new Grant.Denied(why)
                : denied("the answer to asking for a token cannot be read");
    }

    private static Grant denied(String words) {
        return new Grant.Denied(
                Outcome.Refused.of(ProviderFault.UNAVAILABLE, words, Evidence.NONE));
    }
}
