package dev.waybill.server.provider.webhook;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Answered;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.JsonApi;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.References;
import dev.waybill.server.provider.Reply;
import dev.waybill.server.provider.Request;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.Wire;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A provider that somebody declared: whatever is to be done there is asked of one address, by a signed POST.
public final class DeclaredProvider implements Provider {
    static final String SECRET = "secret";
    private static final String URL = "url";
    private static final String REQUEST_ID = "x-request-id";
    private static final int ACCEPTED = 202;
    private static final int DUPLICATE = 409;

    private final About about;
    private final Endpoint endpoint;
    private final List<Surface> surfaces;
    private final Map<String, References> references;
    private final Json json;
    private final JsonApi api;
    private final InstantSource clock;

    /// What it is called and what it is.
    record About(String name, String title, String description) {}

    /// Where it is asked, and with what unless a workspace has a credential of its own.
    record Endpoint(String url, Credential credential) {}

    DeclaredProvider(
            About about,
            Endpoint endpoint,
            List<Surface> surfaces,
            Map<String, References> references,
            Json json,
            InstantSource clock) {
        this.about = about;
        this.endpoint = endpoint;
        this.surfaces = List.copyOf(surfaces);
        this.references = Map.copyOf(references);
        this.json = json;
        this.api = new JsonApi(json, clock);
        this.clock = clock;
    }

    @Override
    public String name() {
        return about.name();
    }

    @Override
    public String title() {
        return about.title();
    }

    @Override
    public String description() {
        return about.description();
    }

    @Override
    public List<Surface> surfaces() {
        return surfaces;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.secret(SECRET, "what requests are signed with"),
                CredentialField.optional(URL, "another address than the declared one"));
    }

    /// The operator's own, with the secret that the declaration refers to.
    public Credential credential() {
        return endpoint.credential();
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        References written = references.get(surface.name());
        if (written == null) {
            throw new IllegalArgumentException(name() + " has no surface " + surface.name());
        }
        written.check(title(), handle, surface);
    }

    /// The secret comes with the address or is that of whoever gave it: nobody has requests signed with the operator's and
    /// sent elsewhere.
    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        Optional<String> secret = job.credential().field(SECRET);
        if (secret.isEmpty()) {
            return Outcome.Refused.of(
                    ProviderFault.AUTH, "the credential has no secret", Evidence.NONE);
        }
        return switch (api.ask(job.wire(), request(job, secret.get()))) {
            case Reply.None(var outcome) -> outcome;
            case Answered answered -> outcome(job.wire(), answered);
        };
    }

    private Request request(Job job, String secret) {
        ObjectNode body = Json.emptyObject();
        body.put("deliveryId", job.deliveryId());
        body.put("operation", job.operation().name());
        body.set("handle", json.toTree(job.handle()));
        body.set("input", job.input());
        String text = json.text(body);
        Request request =
                Request.json("POST", job.credential().field(URL, endpoint.url()), text)
                        .with("Idempotency-Key", job.deliveryId());
        for (Map.Entry<String, String> header :
                Signature.headers(secret, text, clock.instant()).entrySet()) {
            request = request.with(header.getKey(), header.getValue());
        }
        return request;
    }

    private Outcome outcome(Wire wire, Answered answered) {
        Evidence evidence =
                Evidence.of(
                        answered.status(),
                        answered.http().header(REQUEST_ID).map(wire::kept).orElse(null));
        if (answered.successful()) {
            String note = answered.status() == ACCEPTED ? "accepted by " : "sent to ";
            return sent(wire, answered, note, evidence);
        }
        return answered.status() == DUPLICATE
                ? sent(wire, answered, "had been sent before to ", evidence)
                : answered.failure(said(answered), evidence);
    }

    /// Whoever answers may say anything, even the secret it was asked with.
    private Outcome sent(Wire wire, Answered answered, String note, Evidence evidence) {
        ObjectNode result =
                answered.body() instanceof ObjectNode object ? object : Json.emptyObject();
        return new Outcome.Sent(
                note + title(),
                wire.kept(result),
                evidence.made(text(wire, result, "providerId"), text(wire, result, "url")));
    }

    private static @Nullable String text(Wire wire, ObjectNode result, String field) {
        JsonNode value = result.path(field);
        return value.isString() ? wire.kept(value.stringValue()) : null;
    }

    /// The words of the answer, wherever it has them.
    private static String said(Answered answered) {
        for (String field : List.of("error", "message", "detail")) {
            if (!answered.text(field).isBlank()) {
                return answered.text(field);
            }
        }
        return "";
    }
}
