package dev.waybill.sdk.runtime;

import dev.waybill.sdk.schema.Description;
import dev.waybill.sdk.schema.Size;

/// Names a managed session: what `agent.status` takes.
///
/// ```java
/// agent.actions().invoke("agent.status", new SessionName("reviewer"));
/// ```
public record SessionName(@Description("The name of the agent") @Size(min = 1) String name) {}
