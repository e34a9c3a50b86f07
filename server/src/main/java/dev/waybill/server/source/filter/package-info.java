/// Which events a subscription wants: a subset of their facts, and an expression over them.
///
/// Knows JSON and nothing else: no store, no clock, no reflection. The expressions come from anyone, so their length, depth and
/// steps are bounded, and a filter that is at fault says where.
@NullMarked
package dev.waybill.server.source.filter;

import org.jspecify.annotations.NullMarked;
