@NullMarked
package dev.waybill.protocol.time;

import org.jspecify.annotations.NullMarked;
