package dev.waybill.server.provider;

import dev.waybill.protocol.outbound.DeliveryHandle;
import java.util.List;

/// A provider together with something on loopback that stands for it and does whatever it is asked, for tests that hold of
/// every provider.
public interface ProviderExample extends AutoCloseable {
    Provider provider();

    /// One that leads to the stand-in.
    Credential credential();

    /// A handle at which the operation can be done.
    DeliveryHandle handle(Surface surface, Operation operation);

    /// How often the stand-in was asked for something.
    int asked();

    /// Texts for where an input must match a pattern.
    default List<String> words() {
        return List.of();
    }

    @Override
    void close();
}
