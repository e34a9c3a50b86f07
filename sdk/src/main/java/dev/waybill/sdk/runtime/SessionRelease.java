package dev.waybill.sdk.runtime;

import dev.waybill.sdk.schema.Description;
import dev.waybill.sdk.schema.Size;
import org.jspecify.annotations.Nullable;

/// Lets a managed session go: what `agent.release` takes.
///
/// ```java
/// agent.actions().invoke("agent.release", new SessionRelease("reviewer", "All reviewed."));
/// ```
public record SessionRelease(
        @Description("The name of the agent") @Size(min = 1) String name,
        @Description("Why it is let go") @Nullable String reason) {}
