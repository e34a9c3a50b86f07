/// Nodes, the hosts through which agents are reached, and the frames spoken with them (`relay-wire` §2.2, §3).
@NullMarked
package dev.waybill.protocol.node;

import org.jspecify.annotations.NullMarked;
