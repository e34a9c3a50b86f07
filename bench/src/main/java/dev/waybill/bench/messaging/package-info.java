/// Measures the way of a message: a load generator in this process, the built server in another, both on one machine.
///
/// Knows the server by its wire alone.
@NullMarked
package dev.waybill.bench.messaging;

import org.jspecify.annotations.NullMarked;
