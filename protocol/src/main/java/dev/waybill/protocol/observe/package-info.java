/// What observers may see, and what they are shown (`relay-wire` §4).
@NullMarked
package dev.waybill.protocol.observe;

import org.jspecify.annotations.NullMarked;
