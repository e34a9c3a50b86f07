/// Deliveries by POST, against receivers on loopback that behave in every way receivers do.
@NullMarked
package dev.waybill.server.push;

import org.jspecify.annotations.NullMarked;
