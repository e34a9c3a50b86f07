package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.protocol.outbound.OperationDescriptor;
import dev.waybill.protocol.outbound.ProviderDescription;
import dev.waybill.protocol.outbound.ProviderDescription.SurfaceDescription;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Says what can be done, at one place or at all.
final class Offers {
    private final Lookup lookup;
    private final Keys keys;
    private final Rulings rulings;
    private final Database database;

    Offers(Lookup lookup, Keys keys, Rulings rulings, Database database) {
        this.lookup = lookup;
        this.keys = keys;
        this.rulings = rulings;
        this.database = database;
    }

    boolean configured(WorkspaceId workspace, String provider, @Nullable String configRef) {
        return lookup.provider(provider).isPresent()
                && keys.find(workspace, provider, configRef).isPresent();
    }

    /// Nothing where the provider or the kind of place is not known; a handle that cannot be read is refused.
    List<OperationDescriptor> at(Asker asker, Place place) {
        DeliveryHandle handle = place.handle();
        Optional<Provider> provider = lookup.provider(handle.provider());
        Optional<Surface> surface = provider.flatMap(one -> one.surface(handle.surface()));
        if (provider.isEmpty() || surface.isEmpty()) {
            return List.of();
        }
        provider.get().check(handle, surface.get());
        boolean configured = configured(asker.workspace(), handle.provider(), place.configRef());
        return database.read(
                tx ->
                        surface.get().operations().stream()
                                .map(one -> new Spot(provider.get(), surface.get(), one))
                                .map(
                                        spot ->
                                                described(
                                                        spot.provider(),
                                                        spot.operation(),
                                                        why(tx, asker, handle, spot, configured)))
                                .toList());
    }

    List<ProviderDescription> all(WorkspaceId workspace) {
        return lookup.all().stream().map(provider -> described(workspace, provider)).toList();
    }

    private ProviderDescription described(WorkspaceId workspace, Provider provider) {
        boolean configured = configured(workspace, provider.name(), null);
        String why = configured ? null : notConfigured(provider.name());
        return new ProviderDescription(
                provider.name(),
                provider.title(),
                provider.description(),
                configured,
                provider.surfaces().stream()
                        .map(
                                surface ->
                                        new SurfaceDescription(
                                                surface.name(),
                                                surface.aliases(),
                                                surface.target(),
                                                surface.thread(),
                                                surface.description(),
                                                surface.operations().stream()
                                                        .map(one -> described(provider, one, why))
                                                        .toList()))
                        .toList());
    }

    private @Nullable String why(
            ReadTx tx, Asker asker, DeliveryHandle handle, Spot spot, boolean configured) {
        if (!configured) {
            return notConfigured(handle.provider());
        }
        return switch (rulings.ask(tx, asker, handle, spot)) {
            case Permits.Verdict.Deny(var rule) -> "not allowed by " + rule;
            case Permits.Verdict.Allow _, Permits.Verdict.Approve _ -> null;
        };
    }

    static String notConfigured(String provider) {
        return "there is no credential for provider " + provider;
    }

    private static OperationDescriptor described(
            Provider provider, Operation operation, @Nullable String unavailable) {
        return new OperationDescriptor(
                operation.name(),
                operation.title(),
                operation.inputSchema(),
                operation.canonicalText() ? Boolean.TRUE : null,
                operation.description(),
                provider.surfaces().stream()
                        .filter(surface -> surface.operation(operation.name()).isPresent())
                        .map(Surface::name)
                        .toList(),
                operation.idempotence(),
                operation.destructive(),
                operation.resultSchema(),
                unavailable == null,
                unavailable);
    }
}
