/// The workloads of the project, and the command that runs them: who takes part, in which sizes, and in which order.
///
/// Knows everything that is measured; nothing knows it.
@NullMarked
package dev.waybill.bench.run;

import org.jspecify.annotations.NullMarked;
