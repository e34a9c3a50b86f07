/// The least that a Java server can do for the job of Waybill, to tell how much of the machine Waybill leaves unused.
///
/// Takes and gives the same frames and requests. It keeps no index, asks no database, knows nobody's rights, reads no JSON and
/// cannot start again from its file: a bound, not a product. Knows nothing of measuring.
@NullMarked
package dev.waybill.bench.limit;

import org.jspecify.annotations.NullMarked;
