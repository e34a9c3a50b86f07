/// What the server tells about the agent network, and what it is asked.
@NullMarked
package dev.waybill.protocol.network.api;

import org.jspecify.annotations.NullMarked;
