/// Envelopes read from what arrived and written for what is sent.
///
/// [EnvelopeReader] applies every rule in the order that decides which complaint is the first; [EnvelopeWriter] is its
/// inverse. What is refused is a value, with what it claimed to be.
@NullMarked
package dev.waybill.protocol.network.wire;

import org.jspecify.annotations.NullMarked;
