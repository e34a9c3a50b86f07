/// What the network's tables say to those who ask: conversations, work, channels, what waits for a session, the audit.
///
/// Reads rows and stored envelopes, and changes nothing but what is kept long enough. Knows no carrier and no route.
@NullMarked
package dev.waybill.server.network.read;

import org.jspecify.annotations.NullMarked;
