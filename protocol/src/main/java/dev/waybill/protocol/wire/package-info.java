/// Words of the wire: enums whose constants have a spelling of their own.
@NullMarked
package dev.waybill.protocol.wire;

import org.jspecify.annotations.NullMarked;
