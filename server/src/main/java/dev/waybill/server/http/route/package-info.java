/// What a route is: method, path, who may call it, what it takes and answers, and the code behind it.
///
/// Decides which route a request means, whether its caller may use it, and how failure is named. Knows no socket and no
/// server library, so a route can be read, documented and tested without one.
@NullMarked
package dev.waybill.server.http.route;

import org.jspecify.annotations.NullMarked;
