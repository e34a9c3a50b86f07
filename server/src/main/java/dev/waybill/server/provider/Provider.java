package dev.waybill.server.provider;

import dev.waybill.protocol.outbound.DeliveryHandle;
import java.util.List;
import java.util.Optional;

/// One outside system. It keeps nothing but what it can ask for again, such as tokens, and is called by many threads.
public interface Provider {
    /// How handles name it.
    String name();

    /// How people name it.
    String title();

    /// What it is, in a sentence or two for its page in the documentation.
    String description();

    /// The kinds of places in it that can be answered.
    List<Surface> surfaces();

    /// What it needs to be told to be used.
    List<CredentialField> credentialFields();

    /// Refuses a handle that cannot be read, with [dev.waybill.server.refusal.Reason#INVALID_HANDLE].
    void check(DeliveryHandle handle, Surface surface);

    /// The target as the operator's rules see it: each place is called by one name, however a handle spells it.
    default String ruled(DeliveryHandle handle) {
        return handle.targetRef();
    }

    /// Does it, once. What the provider answers is an outcome; only bugs are exceptions.
    Outcome invoke(Job job) throws InterruptedException;

    /// Looks whether an earlier call has had its effect.
    default Finding reconcile(Job job) throws InterruptedException {
        return new Finding.Unknowable();
    }

    /// What was told of an attempt, if the credential proves that the provider told it.
    default Optional<Report> report(Credential credential, Told told) {
        return Optional.empty();
    }

    /// The surface that a handle names by its name or another it goes by.
    default Optional<Surface> surface(String name) {
        return surfaces().stream().filter(surface -> surface.goesBy(name)).findFirst();
    }
}
