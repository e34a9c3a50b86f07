package dev.waybill.sdk;

import dev.waybill.protocol.id.AgentId;

/// Who an agent is.
///
/// ```java
/// AgentIdentity bob = relay.register("bob").identity();
/// System.out.println(bob.handle() + " is agent " + bob.id());
/// ```
public record AgentIdentity(AgentId id, String name) {
    /// How others address it.
    public String handle() {
        return "@" + name;
    }

    @Override
    public String toString() {
        return handle();
    }
}
