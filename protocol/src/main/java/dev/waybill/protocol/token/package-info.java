/// Bearer tokens: minting, recognising, hashing, comparing.
///
/// A plain token exists only in the hands of its owner; everything stored is a [TokenHash].
@NullMarked
package dev.waybill.protocol.token;

import org.jspecify.annotations.NullMarked;
