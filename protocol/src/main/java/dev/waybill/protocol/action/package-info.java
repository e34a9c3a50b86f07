/// Actions, their invocations and results as they travel.
@NullMarked
package dev.waybill.protocol.action;

import org.jspecify.annotations.NullMarked;
