/// Speaks to a server over HTTP: one request, its answer, and in words why there was none.
///
/// Knows the envelope of the API, not what is in it.
@NullMarked
package dev.waybill.cli.client;

import org.jspecify.annotations.NullMarked;
