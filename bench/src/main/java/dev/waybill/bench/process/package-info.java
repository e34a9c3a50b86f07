/// Programs that are installed, and those that a run has started.
///
/// Knows processes, ports and folders; knows nothing of what they are for.
@NullMarked
package dev.waybill.bench.process;

import org.jspecify.annotations.NullMarked;
