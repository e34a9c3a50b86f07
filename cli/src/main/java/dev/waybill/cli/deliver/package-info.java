/// `waybill deliver`: what can be done at providers, doing it, and what became of it.
///
/// Knows the routes of deliveries and how people read their answers; what an operation means is known to the server alone.
@NullMarked
package dev.waybill.cli.deliver;

import org.jspecify.annotations.NullMarked;
