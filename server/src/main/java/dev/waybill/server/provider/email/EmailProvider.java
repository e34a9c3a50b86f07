package dev.waybill.server.provider.email;

import dev.waybill.protocol.json.Json;
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
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// E-mail: answers in the thread of a mail, and letters to anybody.
public final class EmailProvider implements Provider {
    private final Outbox outbox;

    public EmailProvider(MailDoor door, InstantSource clock) {
        this.outbox = new Outbox(door, clock);
    }

    @Override
    public String name() {
        return "email";
    }

    @Override
    public String title() {
        return "E-mail";
    }

    @Override
    public String description() {
        return "Mail over SMTP, in the thread of the mail that is answered. Mail from machines is never answered.";
    }

    @Override
    public List<Surface> surfaces() {
        return EmailSurfaces.ALL;
    }

    @Override
    public List<CredentialField> credentialFields() {
        return EmailFields.ALL;
    }

    @Override
    public void check(DeliveryHandle handle, Surface surface) {
        if (Addresses.plain(handle.targetRef()).isEmpty()) {
            throw new Refusal(
                    Reason.INVALID_HANDLE, "invalid E-mail targetRef: " + handle.targetRef());
        }
        String thread = handle.threadRef();
        if (thread != null && MessageIds.one(thread).isEmpty()) {
            throw new Refusal(Reason.INVALID_HANDLE, "invalid E-mail threadRef: " + thread);
        }
    }

    @Override
    public String ruled(DeliveryHandle handle) {
        return Addresses.plain(handle.targetRef())
                .orElse(handle.targetRef())
                .toLowerCase(Locale.ROOT);
    }

    @Override
    public Outcome invoke(Job job) throws InterruptedException {
        Sender sender;
        MailServer server;
        try {
            sender = Sender.of(job.credential());
            server = MailServer.sending(job.credential());
        } catch (UnusableMail e) {
            return refused(ProviderFault.AUTH, e.words());
        }
        Correspondence about;
        try {
            about = Correspondence.of(job, sender);
        } catch (UnusableMail e) {
            return refused(ProviderFault.INPUT, e.words());
        }
        Optional<String> loop = LoopGuard.why(job, about.recipient(), sender.own());
        if (loop.isPresent()) {
            return refused(ProviderFault.REJECTED, loop.get());
        }
        return switch (outbox.send(job, sender, about, server)) {
            case Outbox.Fate.Taken(var evidence) -> sent(about, evidence);
            case Outbox.Fate.NotTaken(var outcome) -> outcome;
        };
    }

    private static Outcome sent(Correspondence about, Evidence evidence) {
        ObjectNode result = Json.emptyObject();
        result.put("providerId", about.id());
        result.put("messageId", about.id());
        result.put("to", about.recipient());
        result.put("subject", about.subject());
        return new Outcome.Sent(
                about.answer() ? "sent e-mail reply" : "sent e-mail",
                result,
                evidence.made(about.id(), null));
    }

    private static Outcome refused(ProviderFault fault, String words) {
        return Outcome.Refused.of(fault, words, Evidence.NONE);
    }
}
