/// The documentation of the routes: an OpenAPI 3.1 document for programs and a page for people.
///
/// Both are made from the route table and the Java records it names, so they say what the server does. Knows nothing of
/// requests.
@NullMarked
package dev.waybill.server.http.openapi;

import org.jspecify.annotations.NullMarked;
