/// Triggers: which messages invoke which action.
@NullMarked
package dev.waybill.protocol.trigger;

import org.jspecify.annotations.NullMarked;
