package dev.waybill.server.ingress;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.CredentialField;
import dev.waybill.server.provider.Evidence;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;

/// Programs that post events here. They are listened to, with a credential of their own, and cannot be answered: where an
/// answer goes is said by the mapping of their source, and is another provider's.
public final class WebhookSenders implements Provider {
    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public String title() {
        return "Webhook";
    }

    @Override
    public String description() {
        return "Programs that post signed events to a source of type webhook. Nothing can be done there.";
    }

    @Override
    public List<Surface> surfaces() {
        return List.of();
    }

    @Override
    public List<CredentialField> credentialFields() {
        return List.of(
                CredentialField.secret(
                        WebhookDoor.SECRET, "what the program signs its requests with"));
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        throw new Refusal(Reason.INVALID_HANDLE, "a webhook that posts here cannot be answered");
    }

    @Override
    public Outcome invoke(Job job) {
        return new Outcome.Refused(
                ProviderFault.INPUT,
                "a webhook that posts here cannot be answered",
                null,
                null,
                Evidence.NONE);
    }
}
