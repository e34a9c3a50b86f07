/// The load generator: keeps messages under way, counts what comes back, and measures in rounds.
///
/// Knows what it loads as a [Contender] alone, whatever that is.
@NullMarked
package dev.waybill.bench.load;

import org.jspecify.annotations.NullMarked;
