/// Waybill as it is measured: the built server in a process of its own, and clients that know its wire alone. Whatever else
/// speaks that wire is measured with the same clients.
///
/// Knows how messages get into the server and out of it; how much is sent and what is made of it is decided elsewhere.
@NullMarked
package dev.waybill.bench.waybill;

import org.jspecify.annotations.NullMarked;
