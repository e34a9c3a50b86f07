/// Proves that what is kept fits together: every invariant of a database and the files beside it, one small query each.
///
/// Knows the tables of everybody and changes none. Knows nothing of the code that writes them, so that it cannot share its
/// mistakes.
@NullMarked
package dev.waybill.server.verify;

import org.jspecify.annotations.NullMarked;
