/// Deliveries as they appear on the wire (`relay-wire` §2.2, §3, §5).
@NullMarked
package dev.waybill.protocol.delivery;

import org.jspecify.annotations.NullMarked;
