/// Measures durable writes: our store beside one commit per write and beside a bare file, on the same disk in one run.
@NullMarked
package dev.waybill.bench.store;

import org.jspecify.annotations.NullMarked;
