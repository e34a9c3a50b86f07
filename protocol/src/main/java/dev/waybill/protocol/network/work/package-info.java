/// The life of a unit of work, decided from the envelopes about it.
///
/// Pure: what is known of the work goes in, what becomes of it comes out. Who keeps works, and whom envelopes reach, is
/// the router's to know.
@NullMarked
package dev.waybill.protocol.network.work;

import org.jspecify.annotations.NullMarked;
