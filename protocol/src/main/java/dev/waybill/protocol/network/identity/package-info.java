/// Who really sent an envelope: signatures with Ed25519 over canonical JSON.
///
/// Optional. Keys are given and pinned elsewhere; here it is only asked whether a signature is right.
@NullMarked
package dev.waybill.protocol.network.identity;

import org.jspecify.annotations.NullMarked;
