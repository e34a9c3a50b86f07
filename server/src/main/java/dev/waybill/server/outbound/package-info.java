/// Calls to addresses that users gave: where they may lead, and how they are made.
///
/// Knows nothing of what is sent or why.
@NullMarked
package dev.waybill.server.outbound;

import org.jspecify.annotations.NullMarked;
