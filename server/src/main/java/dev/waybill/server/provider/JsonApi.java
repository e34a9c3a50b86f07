package dev.waybill.server.provider;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonFault;
import dev.waybill.server.outbound.HttpAnswer;
import dev.waybill.server.outbound.HttpCall;
import dev.waybill.server.outbound.NotSent;
import dev.waybill.server.outbound.RefusedTarget;
import dev.waybill.server.outbound.RetryAfter;
import dev.waybill.server.outbound.TargetGuard;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Asks providers that speak JSON over HTTP, and says what a missing answer means. Redirects are not followed: they could
/// lead a credential elsewhere.
public final class JsonApi {
    private final Json json;
    private final InstantSource clock;

    public JsonApi(Json json, InstantSource clock) {
        this.json = json;
        this.clock = clock;
    }

    public Reply ask(Wire wire, Request request) throws InterruptedException {
        if (!request.sendable()) {
            return none(ProviderFault.AUTH, "the credential has characters that cannot be sent");
        }
        try {
            return answered(wire, wire.send(call(request)));
        } catch (NotSent e) {
            return none(ProviderFault.UNAVAILABLE, "was not reached: " + said(wire, e));
        } catch (RefusedTarget e) {
            return none(
                    e.isUnknownHost() ? ProviderFault.UNAVAILABLE : ProviderFault.AUTH,
                    "the address of the credential " + e.words());
        } catch (IOException e) {
            return new Reply.None(
                    new Outcome.Unclear(
                            "asked without an answer: " + said(wire, e), Evidence.NONE));
        }
    }

    /// A value as the text that is sent.
    public String text(Object value) {
        return json.text(value);
    }

    private static HttpCall call(Request request) throws RefusedTarget {
        Map<String, String> headers = new HashMap<>(request.headers());
        headers.putIfAbsent("Accept", "application/json");
        headers.put("User-Agent", "waybill");
        return new HttpCall(
                request.method(), TargetGuard.parse(request.url()), headers, request.body());
    }

    private Answered answered(Wire wire, HttpAnswer answer) {
        return new Answered(
                answer,
                tree(answer.body()),
                wire.kept(answer.body()),
                RetryAfter.of(answer, clock.instant(), Outcome.LONGEST_PAUSE));
    }

    private JsonNode tree(String body) {
        try {
            return json.tree(body);
        } catch (JsonFault _) {
            return MissingNode.getInstance();
        }
    }

    private static String said(Wire wire, IOException failure) {
        return wire.kept(String.valueOf(failure.getMessage()));
    }

    private static Reply none(ProviderFault fault, String words) {
        return new Reply.None(Outcome.Refused.of(fault, words, Evidence.NONE));
    }
}
