package dev.waybill.sdk;

/// Decides about a call whose input is good, before the handler sees it. One that throws lets nobody in.
///
/// ```java
/// record Branch(String name) {}
/// ActionPolicy<Branch> noMain =
///         (branch, context) ->
///                 branch.name().equals("main") ? Policy.deny("main is deployed by people.") : Policy.allow();
/// ```
@FunctionalInterface
public interface ActionPolicy<I> {
    Policy decide(I input, ActionContext context) throws Exception;
}
