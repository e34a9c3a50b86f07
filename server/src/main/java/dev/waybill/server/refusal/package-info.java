/// How the core says no.
///
/// Knows no route and no socket; each edge has its own words for a [dev.waybill.server.refusal.Reason].
@NullMarked
package dev.waybill.server.refusal;

import org.jspecify.annotations.NullMarked;
