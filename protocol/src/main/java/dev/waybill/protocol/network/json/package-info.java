/// JSON as peers spell it: order, repetition and the digits of numbers are kept, because digests and signatures are made of
/// them.
///
/// [Tree] reads, [ObjectText] writes the delivery form, [CanonicalJson] writes RFC 8785.
@NullMarked
package dev.waybill.protocol.network.json;

import org.jspecify.annotations.NullMarked;
