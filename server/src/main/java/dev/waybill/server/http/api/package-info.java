/// The API's routes and what stands behind each: parses a call, asks the core, words the answer.
///
/// Decides nothing. [ApiRoutes] is the whole table.
@NullMarked
package dev.waybill.server.http.api;

import org.jspecify.annotations.NullMarked;
