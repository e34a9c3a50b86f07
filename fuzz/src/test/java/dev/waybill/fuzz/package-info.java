/// Every parser that reads from outside, given whatever a fuzzer makes up. Targets whose parser is not public stand in its
/// package.
@NullMarked
package dev.waybill.fuzz;

import org.jspecify.annotations.NullMarked;
