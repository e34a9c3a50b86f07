package dev.waybill.server.provider.email;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Origin;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.provider.Wires;
import dev.waybill.server.redact.Redactor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Jobs for the provider under test.
final class MailJobs {
    static final String DELIVERY = "dlv_7kq2m9xw3hbr";
    private static final Instant AT = Instant.parse("2026-11-16T02:00:00Z");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Json JSON = new Json(JsonLimits.DEFAULTS);
    private static final TargetGuard GUARD = new TargetGuard(List.of());

    private final Credential credential;
    private final EmailProvider provider;

    MailJobs(Credential credential) {
        this(credential, TIMEOUT);
    }

    MailJobs(Credential credential, Duration timeout) {
        this.credential = credential;
        this.provider = new EmailProvider(new MailDoor(GUARD, timeout), InstantSource.fixed(AT));
    }

    EmailProvider provider() {
        return provider;
    }

    Job reply(@Nullable String metadata, String operation, String input) {
        return job(
                new DeliveryHandle(
                        "email", "message_reply", "ada@example.com", "<3@example.com>", "reply"),
                metadata,
                operation,
                input);
    }

    Job send(String operation, String input) {
        return job(
                new DeliveryHandle("email", "message_send", "ada@example.com", null, null),
                null,
                operation,
                input);
    }

    Job job(DeliveryHandle handle, @Nullable String metadata, String operation, String input) {
        Surface surface = provider.surface(handle.surface()).orElseThrow();
        return new Job(
                DELIVERY,
                new WorkspaceId(1),
                handle,
                surface,
                surface.operation(operation).orElseThrow(),
                (ObjectNode) JSON.tree(input),
                credential,
                metadata == null
                        ? null
                        : new Origin("itm_1", null, JSON.tree(metadata), Json.emptyObject()),
                AT,
                1,
                new Wires(GUARD, TIMEOUT, new Redactor(List.of(), Set.of()), InstantSource.system())
                        .open(credential, EmailFields.ALL));
    }

    Outcome invoke(Job job) {
        try {
            return provider.invoke(job);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
