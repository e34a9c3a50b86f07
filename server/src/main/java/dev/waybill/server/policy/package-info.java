/// Who may do what, in lines that an operator writes and selectors that the author of an action does.
///
/// Decides about what it is shown; knows no store and no edge.
@NullMarked
package dev.waybill.server.policy;

import org.jspecify.annotations.NullMarked;
