@NullMarked
package dev.waybill.protocol.network.wire;

import org.jspecify.annotations.NullMarked;
