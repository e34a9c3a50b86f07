/// Direct and group conversations as they appear in requests and answers (`relay-wire` §2.2, rows 45 to 53).
@NullMarked
package dev.waybill.protocol.conversation;

import org.jspecify.annotations.NullMarked;
