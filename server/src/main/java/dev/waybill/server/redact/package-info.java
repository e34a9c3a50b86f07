/// Takes secrets out of what sessions report, before it is kept.
///
/// Knows JSON trees and texts. Knows nothing of events, agents or the store, and takes time that grows with the text and
/// not faster.
@NullMarked
package dev.waybill.server.redact;

import org.jspecify.annotations.NullMarked;
