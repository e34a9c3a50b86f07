/// Rules, from what happens to who is told.
@NullMarked
package dev.waybill.server.rule;

import org.jspecify.annotations.NullMarked;
