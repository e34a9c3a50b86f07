package dev.waybill.server.attempt;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Facts;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds providers, surfaces and operations, and says in upstream's words what is not there (`provider-delivery` §3.6).
final class Lookup {
    private final Providers providers;

    Lookup(Providers providers) {
        this.providers = providers;
    }

    List<Provider> all() {
        return providers.all();
    }

    Optional<Provider> provider(String name) {
        return providers.byName(name);
    }

    /// The operation of that name. A provider that nobody has configured is told of only at places it has.
    Spot operation(DeliveryHandle handle, String operation, BooleanSupplier configured) {
        Provider provider = supported(handle.provider());
        Optional<Surface> surface = provider.surface(handle.surface());
        if (surface.isEmpty() && !configured.getAsBoolean()) {
            throw unsupported(handle.provider());
        }
        List<Surface> having =
                provider.surfaces().stream()
                        .filter(one -> one.operation(operation).isPresent())
                        .toList();
        if (having.isEmpty()) {
            throw new Refusal(
                    Reason.UNKNOWN_OPERATION,
                    "unknown " + provider.title() + " delivery operation: " + operation);
        }
        Optional<Operation> found = surface.flatMap(one -> one.operation(operation));
        if (surface.isEmpty() || found.isEmpty()) {
            throw new Refusal(
                    Reason.OPERATION_NOT_AVAILABLE,
                    operation
                            + " is not available for "
                            + handle.provider()
                            + "/"
                            + handle.surface()
                            + "; it is for "
                            + String.join(", ", having.stream().map(Surface::name).toList()));
        }
        return checked(new Spot(provider, surface.get(), found.get()), handle);
    }

    /// The operation that stands for plain text.
    Spot canonical(DeliveryHandle handle, BooleanSupplier configured) {
        Provider provider = supported(handle.provider());
        Optional<Surface> surface = provider.surface(handle.surface());
        if (surface.isEmpty() && !configured.getAsBoolean()) {
            throw unsupported(handle.provider());
        }
        Operation operation =
                surface.flatMap(Surface::canonical)
                        .orElseThrow(() -> notCanonical(handle, surface));
        return checked(new Spot(provider, surface.orElseThrow(), operation), handle);
    }

    /// What was asked for once, if it is still there.
    Optional<Spot> find(Order order) {
        return providers
                .byName(order.handle().provider())
                .flatMap(
                        provider ->
                                provider.surface(order.handle().surface())
                                        .flatMap(
                                                surface ->
                                                        surface.operation(order.operation())
                                                                .map(
                                                                        operation ->
                                                                                new Spot(
                                                                                        provider,
                                                                                        surface,
                                                                                        operation))));
    }

    private Provider supported(String name) {
        return providers
                .byName(name)
                .filter(provider -> !provider.surfaces().isEmpty())
                .orElseThrow(() -> unsupported(name));
    }

    private static Spot checked(Spot spot, DeliveryHandle handle) {
        spot.provider().check(handle, spot.surface());
        return spot;
    }

    private static Refusal unsupported(String provider) {
        return new Refusal(
                Reason.UNSUPPORTED_PROVIDER,
                "delivery operations are not supported for provider " + provider);
    }

    private static Refusal notCanonical(DeliveryHandle handle, Optional<Surface> surface) {
        ObjectNode details = Json.emptyObject();
        ArrayNode names = details.putArray("operations");
        surface.ifPresent(one -> one.operations().forEach(each -> names.add(each.name())));
        return new Refusal(
                Reason.NOT_CANONICAL,
                "deliver send is not supported for "
                        + handle.provider()
                        + "/"
                        + handle.surface()
                        + "; use deliver invoke",
                Facts.at(details));
    }
}
