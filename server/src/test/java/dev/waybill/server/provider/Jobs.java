package dev.waybill.server.provider;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.redact.Redactor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Makes jobs as the engine would.
public final class Jobs {
    public static final String DELIVERY = "dlv_23456789abcd";

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Jobs() {}

    public static Job job(
            Provider provider,
            DeliveryHandle handle,
            String operation,
            ObjectNode input,
            Credential credential) {
        return job(provider, handle, operation, input, credential, LIMIT);
    }

    public static Job job(
            Provider provider,
            DeliveryHandle handle,
            String operation,
            ObjectNode input,
            Credential credential,
            Duration limit) {
        Surface surface = provider.surface(handle.surface()).orElseThrow();
        provider.check(handle, surface);
        return new Job(
                DELIVERY,
                new WorkspaceId(1),
                handle,
                surface,
                surface.operation(operation).orElseThrow(),
                input,
                credential,
                null,
                Instant.EPOCH,
                1,
                wire(provider, credential, limit));
    }

    public static Wire wire(Provider provider, Credential credential, Duration limit) {
        return new Wires(
                        new TargetGuard(List.of()),
                        limit,
                        new Redactor(List.of(), Set.of()),
                        InstantSource.system())
                .open(credential, provider.credentialFields());
    }
}
