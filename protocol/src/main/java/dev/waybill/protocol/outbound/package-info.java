/// Answering where a message came from: handles that say where, operations that say what, and what became of it.
///
/// Wire names are in camel case here, as the clients of this part know them.
@NullMarked
package dev.waybill.protocol.outbound;

import org.jspecify.annotations.NullMarked;
