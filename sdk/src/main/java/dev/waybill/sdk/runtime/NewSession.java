package dev.waybill.sdk.runtime;

import dev.waybill.sdk.schema.Default;
import dev.waybill.sdk.schema.Description;
import dev.waybill.sdk.schema.Size;
import java.util.List;

/// Asks for a managed session: what `agent.create` takes.
///
/// ```java
/// var reviewer = new NewSession("reviewer", Harness.CLAUDE, "Review pull request 42.", List.of("#reviews"));
/// agent.actions().invoke("agent.create", reviewer);
/// ```
public record NewSession(
        @Description("The name of the new agent") @Size(min = 1) String name,
        @Description("The program it runs in") Harness harness,
        @Description("What it is to do") String task,
        @Description("The channels it joins") @Default("[]") List<String> channels) {
    public NewSession {
        channels = List.copyOf(channels);
    }
}
