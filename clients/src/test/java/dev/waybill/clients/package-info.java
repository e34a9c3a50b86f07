/// Runs the scripts in `src/test/js`, which drive a server with the clients that people really use.
///
/// Knows Node, npm and processes. Knows nothing of the protocol: what is right is said by the scripts.
@NullMarked
package dev.waybill.clients;

import org.jspecify.annotations.NullMarked;
