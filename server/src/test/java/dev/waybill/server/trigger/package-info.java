/// Triggers, from what is said to what is invoked.
@NullMarked
package dev.waybill.server.trigger;

import org.jspecify.annotations.NullMarked;
