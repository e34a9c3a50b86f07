/// Times as they travel: RFC 3339, UTC, milliseconds.
///
/// Nothing here asks what time it is; clocks are handed in where they are needed.
@NullMarked
package dev.waybill.protocol.time;

import org.jspecify.annotations.NullMarked;
