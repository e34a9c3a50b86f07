/// Proofs over HTTP against a whole server: what must hold for every route, whatever is sent to it.
@NullMarked
package dev.waybill.server.fuzz;

import org.jspecify.annotations.NullMarked;
