/// The `waybill` command: parses its words, runs the server or talks to one, and says what came of it.
///
/// Knows the server only as a [ServerStart]. Results go to standard output, everything else to standard error, and the
/// exit code is one of [ExitCode].
@NullMarked
package dev.waybill.cli;

import org.jspecify.annotations.NullMarked;
