/// The API's routes and what stands behind each: parses a call, asks the core, words the answer.
///
/// Decides nothing. Each family of endpoints has its section of the route table.
@NullMarked
package dev.waybill.server.http.api;

import org.jspecify.annotations.NullMarked;
