package dev.waybill.sdk;

/// A message together with the delivery that brought it.
///
/// ```java
/// DeliveryRunner.builder(agent)
///         .onError((InboxItem item, Throwable error) -> System.err.println(item.context().id() + ": " + error));
/// ```
public record InboxItem(RelayMessage message, MessageContext context) {}
