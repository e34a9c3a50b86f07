/// The observers' stream: one socket per observer, fed from the ledger at the observer's own pace.
///
/// Knows sockets, tokens and the ledger. Keeps nothing and writes nothing: what an observer has missed is in the ledger.
@NullMarked
package dev.waybill.server.observe;

import org.jspecify.annotations.NullMarked;
