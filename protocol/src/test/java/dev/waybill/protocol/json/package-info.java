@NullMarked
package dev.waybill.protocol.json;

import org.jspecify.annotations.NullMarked;
