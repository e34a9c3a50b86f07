@NullMarked
package dev.waybill.protocol.id;

import org.jspecify.annotations.NullMarked;
