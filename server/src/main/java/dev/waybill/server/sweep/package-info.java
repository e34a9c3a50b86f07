/// Tasks that are due again and again.
///
/// Knows when, not what: whoever has something to tidy hands it in.
@NullMarked
package dev.waybill.server.sweep;

import org.jspecify.annotations.NullMarked;
