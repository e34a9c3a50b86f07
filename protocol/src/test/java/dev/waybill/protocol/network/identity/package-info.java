@NullMarked
package dev.waybill.protocol.network.identity;

import org.jspecify.annotations.NullMarked;
