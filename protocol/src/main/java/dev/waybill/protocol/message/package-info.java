/// Messages as they appear in requests and answers (`relay-wire` §2.2).
@NullMarked
package dev.waybill.protocol.message;

import org.jspecify.annotations.NullMarked;
