package dev.waybill.sdk;

import org.jspecify.annotations.Nullable;

/// Does what an action promises. What it returns is the output; throwing makes the call fail, and an [ActionFailure] says how.
///
/// ```java
/// record Branch(String name) {}
/// record Preview(String url) {}
/// ActionHandler<Branch, Preview> deploy =
///         (branch, context) -> new Preview("https://" + branch.name() + ".preview.example");
/// ```
@FunctionalInterface
public interface ActionHandler<I, O extends @Nullable Object> {
    O handle(I input, ActionContext context) throws Exception;
}
