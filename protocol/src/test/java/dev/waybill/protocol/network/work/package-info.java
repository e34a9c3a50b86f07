@NullMarked
package dev.waybill.protocol.network.work;

import org.jspecify.annotations.NullMarked;
