/// The systems that Waybill stands beside: each started by this run on the loopback with a folder of its own, and told to
/// confirm nothing that is not on the disk.
///
/// Knows their programs and their Java clients; what is sent and what is made of it is decided elsewhere.
@NullMarked
package dev.waybill.bench.peer;

import org.jspecify.annotations.NullMarked;
