/// Carries bytes by subject between servers: in process, or over NATS.
///
/// Knows subjects, groups and payloads, and whether the carrier has them. Knows nothing of envelopes, channels, agents or
/// the store; whoever subscribes decides what a payload means and when it is safe.
@NullMarked
package dev.waybill.server.network.transport;

import org.jspecify.annotations.NullMarked;
