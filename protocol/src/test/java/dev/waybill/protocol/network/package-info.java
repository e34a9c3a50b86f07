@NullMarked
package dev.waybill.protocol.network;

import org.jspecify.annotations.NullMarked;
