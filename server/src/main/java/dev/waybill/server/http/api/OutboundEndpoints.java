package dev.waybill.server.http.api;

import static dev.waybill.server.http.route.Role.AGENT;
import static dev.waybill.server.http.route.Role.OWNER;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ActionsAnswer;
import dev.waybill.protocol.outbound.ActionsRequest;
import dev.waybill.protocol.outbound.ApprovalRequest;
import dev.waybill.protocol.outbound.ApprovalState;
import dev.waybill.protocol.outbound.AttemptStatus;
import dev.waybill.protocol.outbound.DeliveryAttempt;
import dev.waybill.protocol.outbound.DeliveryAttemptList;
import dev.waybill.protocol.outbound.InvokeRequest;
import dev.waybill.protocol.outbound.ProviderList;
import dev.waybill.protocol.outbound.RetryRequest;
import dev.waybill.protocol.outbound.SendRequest;
import dev.waybill.protocol.wire.WireWord;
import dev.waybill.server.attempt.Asker;
import dev.waybill.server.attempt.AttemptQuery;
import dev.waybill.server.attempt.AttemptSet;
import dev.waybill.server.attempt.Attempts;
import dev.waybill.server.attempt.Attempts.Answered;
import dev.waybill.server.attempt.Decisions;
import dev.waybill.server.http.route.Access;
import dev.waybill.server.http.route.Answer;
import dev.waybill.server.http.route.Call;
import dev.waybill.server.http.route.ErrorCode;
import dev.waybill.server.http.route.Problem;
import dev.waybill.server.http.route.Route;
import dev.waybill.server.http.route.RouteDraft;
import dev.waybill.server.http.route.RouteTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Answers for operations at providers: what can be done at a handle, doing it, and what became of it.
public final class OutboundEndpoints {
    private static final Access ALLOWED = Access.of(OWNER, AGENT);
    private static final ErrorCode[] PROVIDER_SAYS_NO = {
        ErrorCode.PROVIDER_AUTH,
        ErrorCode.PROVIDER_REJECTED,
        ErrorCode.PROVIDER_NOT_FOUND,
        ErrorCode.PROVIDER_RATE_LIMITED,
        ErrorCode.PROVIDER_UNAVAILABLE,
        ErrorCode.PROVIDER_TIMEOUT,
        ErrorCode.PROVIDER_NOT_CONFIGURED,
        ErrorCode.UNSUPPORTED_PROVIDER,
        ErrorCode.INVALID_INPUT,
        ErrorCode.INVALID_HANDLE,
        ErrorCode.DELIVERY_STATE_CONFLICT
    };
    private static final ErrorCode[] TARGET = {
        ErrorCode.INVALID_REQUEST,
        ErrorCode.AMBIGUOUS_TARGET,
        ErrorCode.UNKNOWN_FIELD,
        ErrorCode.HANDLE_MISSING,
        ErrorCode.INVALID_HANDLE,
        ErrorCode.UNKNOWN_SOURCE,
        ErrorCode.UNKNOWN_ITEM,
        ErrorCode.UNKNOWN_ENTRY,
        ErrorCode.UNKNOWN_CREDENTIAL,
        ErrorCode.PROVIDER_NOT_CONFIGURED,
        ErrorCode.AGENT_NOT_FOUND,
        ErrorCode.FORBIDDEN
    };

    private final Attempts attempts;
    private final Decisions decisions;
    private final KnownFields fields;
    private final Json json;

    public OutboundEndpoints(AttemptSet set, Json json) {
        this.attempts = set.attempts();
        this.decisions = set.decisions();
        this.fields = new KnownFields(set.limits().lenient());
        this.json = json;
    }

    public RouteTable.Section routes() {
        RouteTable.Section twice =
                RouteTable.section(
                                "Providers",
                                actionsRoute(),
                                invokeRoute(),
                                sendRoute(),
                                showRoute(),
                                retryRoute(),
                                cancelRoute(),
                                approveRoute(),
                                refuseRoute(),
                                providersRoute())
                        .alsoUnder("/v1");
        List<Route> all = new ArrayList<>(twice.routes());
        // Under /v1 that path is the agent's mailbox.
        all.add(listRoute("/deliveries"));
        all.add(listRoute("/v1/deliveries/attempts"));
        return new RouteTable.Section(twice.title(), all);
    }

    private Route actionsRoute() {
        return Route.post("/deliveries/actions", ALLOWED)
                .summary(
                        "Lists what can be done at a handle, or where an item or entry came from, each with the schema of its input.")
                .takes(ActionsRequest.class)
                .answers(ActionsAnswer.class)
                .plain()
                .fails(TARGET)
                .to(this::actions);
    }

    private Route invokeRoute() {
        return calling(
                        Route.post("/deliveries/invoke", ALLOWED)
                                .summary(
                                        "Does one operation at a handle. It is kept before the provider is called; 202 when the caller does not wait so long.")
                                .takes(InvokeRequest.class),
                        ErrorCode.UNKNOWN_OPERATION,
                        ErrorCode.OPERATION_NOT_AVAILABLE)
                .to(this::invoke);
    }

    private Route sendRoute() {
        return calling(
                        Route.post("/deliveries/send", ALLOWED)
                                .summary(
                                        "Sends text to a handle that has one operation for plain text.")
                                .takes(SendRequest.class),
                        ErrorCode.NOT_CANONICAL)
                .to(this::send);
    }

    private Route showRoute() {
        return Route.get("/deliveries/{id}", ALLOWED)
                .summary(
                        "Shows an attempt with everything that happened to it, and what was exchanged with the provider.")
                .answers(DeliveryAttempt.class)
                .plain()
                .fails(ErrorCode.UNKNOWN_DELIVERY)
                .to(this::show);
    }

    private Route retryRoute() {
        return Route.post("/deliveries/{id}/retry", ALLOWED)
                .summary(
                        "Tries an attempt again that failed or is unknown. What may have been done is looked up first, or has to be forced.")
                .mayTake(RetryRequest.class)
                .answers(DeliveryAttempt.class)
                .plain()
                .fails(
                        with(
                                PROVIDER_SAYS_NO,
                                ErrorCode.UNKNOWN_DELIVERY,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.UNKNOWN_FIELD,
                                ErrorCode.POLICY_DENIED))
                .to(this::retry);
    }

    private Route cancelRoute() {
        return Route.post("/deliveries/{id}/cancel", ALLOWED)
                .summary("Withdraws an attempt that is queued.")
                .answers(DeliveryAttempt.class)
                .plain()
                .fails(
                        ErrorCode.UNKNOWN_DELIVERY,
                        ErrorCode.FORBIDDEN,
                        ErrorCode.DELIVERY_STATE_CONFLICT)
                .to(this::cancel);
    }

    private Route approveRoute() {
        return Route.post("/deliveries/{id}/approve", ALLOWED)
                .summary("Agrees to an attempt that waits for approval; it is done then.")
                .mayTake(ApprovalRequest.class)
                .answers(DeliveryAttempt.class)
                .plain()
                .fails(
                        with(
                                PROVIDER_SAYS_NO,
                                ErrorCode.UNKNOWN_DELIVERY,
                                ErrorCode.FORBIDDEN,
                                ErrorCode.UNKNOWN_FIELD,
                                ErrorCode.POLICY_DENIED))
                .to(this::approve);
    }

    private Route refuseRoute() {
        return Route.post("/deliveries/{id}/refuse", ALLOWED)
                .summary("Refuses an attempt that waits for approval; it is never done.")
                .mayTake(ApprovalRequest.class)
                .answers(DeliveryAttempt.class)
                .plain()
                .fails(
                        ErrorCode.UNKNOWN_DELIVERY,
                        ErrorCode.FORBIDDEN,
                        ErrorCode.UNKNOWN_FIELD,
                        ErrorCode.DELIVERY_STATE_CONFLICT)
                .to(this::refuse);
    }

    private Route providersRoute() {
        return Route.get("/providers", ALLOWED)
                .summary(
                        "Lists the providers, the kinds of places they have, and what can be done there.")
                .answers(ProviderList.class)
                .plain()
                .to(call -> Answer.data(attempts.providers(asker(call))));
    }

    private Route listRoute(String path) {
        return Route.get(path, ALLOWED)
                .summary(
                        "Lists attempts, the newest first: an agent's own and what waits for its word, or all of the workspace.")
                .query(
                        "status",
                        "Only those queued, in_flight, sent, failed, unknown or cancelled.")
                .query(
                        "approval",
                        "Only those whose approval is pending, approved or refused: what waits for the caller's word is pending.")
                .query("provider", "Only those at this provider.")
                .query("agentId", "Only those for this agent, by name or id.")
                .query("itemId", "Only those that answer this item.")
                .query("operation", "Only those of this operation.")
                .query("since", "Only those asked for since then, such as 2026-01-31T12:00:00Z.")
                .query("limit", "How many, 1 to 200; 50 if left out.")
                .query("cursor", "Where the page before ended: its nextCursor.")
                .answers(DeliveryAttemptList.class)
                .plain()
                .fails(ErrorCode.INVALID_REQUEST)
                .to(this::list);
    }

    private static RouteDraft calling(RouteDraft draft, ErrorCode... more) {
        return draft.answers(DeliveryAttempt.class)
                .plain()
                .fails(
                        with(
                                with(TARGET, PROVIDER_SAYS_NO),
                                with(
                                        more,
                                        ErrorCode.POLICY_DENIED,
                                        ErrorCode.IDEMPOTENCY_CONFLICT,
                                        ErrorCode.INVALID_IDEMPOTENCY_KEY)));
    }

    private Answer actions(Call call) {
        ActionsRequest request = call.body(ActionsRequest.class);
        JsonNode sent = fields.check(tree(call), ActionsRequest.class).get("deliveryHandle");
        boolean given = sent != null && sent.isObject();
        return Answer.data(attempts.actions(asker(call), request, given ? sent : null));
    }

    private Answer invoke(Call call) {
        InvokeRequest request = call.body(InvokeRequest.class);
        fields.check(tree(call), InvokeRequest.class);
        return answer(attempts.invoke(asker(call), request, key(call), call::wanted));
    }

    private Answer send(Call call) {
        SendRequest request = call.body(SendRequest.class);
        fields.check(tree(call), SendRequest.class);
        return answer(attempts.send(asker(call), request, key(call), call::wanted));
    }

    private Answer show(Call call) {
        return Answer.data(attempts.show(asker(call), call.path("id")));
    }

    private Answer retry(Call call) {
        RetryRequest request = optional(call, RetryRequest.class, new RetryRequest(null, null));
        return answer(decisions.retry(asker(call), call.path("id"), request, call::wanted));
    }

    private Answer cancel(Call call) {
        return answer(decisions.cancel(asker(call), call.path("id")));
    }

    private Answer approve(Call call) {
        ApprovalRequest request =
                optional(call, ApprovalRequest.class, new ApprovalRequest(null, null));
        return answer(decisions.approve(asker(call), call.path("id"), request, call::wanted));
    }

    private Answer refuse(Call call) {
        ApprovalRequest request =
                optional(call, ApprovalRequest.class, new ApprovalRequest(null, null));
        return answer(decisions.refuse(asker(call), call.path("id"), request));
    }

    private Answer list(Call call) {
        String cursor = Queries.given(call, "cursor");
        String status = Queries.given(call, "status");
        String approval = Queries.given(call, "approval");
        return Answer.data(
                attempts.list(
                        asker(call),
                        new AttemptQuery(
                                status == null
                                        ? null
                                        : word("status", AttemptStatus.values(), status),
                                approval == null
                                        ? null
                                        : word("approval", ApprovalState.values(), approval),
                                Queries.given(call, "provider"),
                                Queries.given(call, "agentId"),
                                Queries.given(call, "itemId"),
                                Queries.given(call, "operation"),
                                Queries.moment(call, "since"),
                                Queries.limit(
                                        call, AttemptQuery.DEFAULT_LIMIT, AttemptQuery.MAX_LIMIT),
                                cursor == null ? null : cursor(cursor))));
    }

    private static Answer answer(Answered answered) {
        return switch (answered) {
            case Answered.Dry(var run) -> Answer.data(run);
            case Answered.Kept(var delivery, var done) ->
                    done ? Answer.data(delivery) : Answer.data(delivery).withStatus(202);
        };
    }

    private <T> T optional(Call call, Class<T> type, T otherwise) {
        return call.optionalBody(type)
                .map(
                        body -> {
                            fields.check(tree(call), type);
                            return body;
                        })
                .orElse(otherwise);
    }

    private JsonNode tree(Call call) {
        return json.tree(call.rawBody());
    }

    private static @Nullable String key(Call call) {
        return call.header("Idempotency-Key")
                .or(() -> call.header("X-Idempotency-Key"))
                .orElse(null);
    }

    private static Asker asker(Call call) {
        return Asker.of(call.caller());
    }

    private static <T extends WireWord> T word(String name, T[] words, String given) {
        return Arrays.stream(words)
                .filter(word -> word.wire().equals(given))
                .findFirst()
                .orElseThrow(
                        () ->
                                new Problem(
                                        ErrorCode.INVALID_REQUEST,
                                        Arrays.stream(words)
                                                .map(WireWord::wire)
                                                .collect(
                                                        Collectors.joining(
                                                                ", ",
                                                                name + " is none of ",
                                                                ": " + given))));
    }

    private static AttemptQuery.Cursor cursor(String text) {
        try {
            return AttemptQuery.Cursor.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Problem(ErrorCode.INVALID_REQUEST, "cursor " + e.getMessage());
        }
    }

    private static ErrorCode[] with(ErrorCode[] some, ErrorCode... more) {
        return Stream.concat(Arrays.stream(some), Arrays.stream(more))
                .distinct()
                .toArray(ErrorCode[]::new);
    }
}
