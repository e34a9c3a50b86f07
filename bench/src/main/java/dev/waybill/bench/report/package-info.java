/// What a run came to, as text, as JSON, and as a page with plots that needs nothing beside itself.
///
/// Knows figures; knows nothing of how they came about.
@NullMarked
package dev.waybill.bench.report;

import org.jspecify.annotations.NullMarked;
