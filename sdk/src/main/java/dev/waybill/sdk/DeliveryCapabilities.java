package dev.waybill.sdk;

import dev.waybill.protocol.delivery.DeliveryMode;
import dev.waybill.protocol.workspace.AgentStatus;
import java.util.EnumSet;
import java.util.Set;

/// Which delivery modes a session knows, and in which states it may be given what waits for a safe one.
///
/// ```java
/// RelayAgent shy =
///         relay.register("shy", DeliveryCapabilities.of(DeliveryMode.ON_IDLE, DeliveryMode.MANUAL));
/// ```
public record DeliveryCapabilities(Set<DeliveryMode> modes, Set<AgentStatus> safeStates) {
    /// Every mode; safe are the states that the server takes for safe by itself.
    public static final DeliveryCapabilities ALL =
            new DeliveryCapabilities(EnumSet.allOf(DeliveryMode.class), Set.of());

    public DeliveryCapabilities {
        modes = Set.copyOf(modes);
        safeStates = Set.copyOf(safeStates);
    }

    public static DeliveryCapabilities of(DeliveryMode... modes) {
        return new DeliveryCapabilities(Set.of(modes), Set.of());
    }

    public DeliveryCapabilities safeIn(AgentStatus... states) {
        return new DeliveryCapabilities(modes, Set.of(states));
    }
}
