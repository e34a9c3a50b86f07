/// The Java SDK: what an agent author holds.
///
/// [dev.waybill.sdk.Relay] is the way in, [dev.waybill.sdk.RelayAgent] speaks for one agent, and a
/// [dev.waybill.sdk.DeliveryRunner] hands what arrives to a session, once per delivery id. Calls block; threads are virtual.
/// Knows the words of `protocol` and the JDK, and nothing of the server.
@NullMarked
package dev.waybill.sdk;

import org.jspecify.annotations.NullMarked;
