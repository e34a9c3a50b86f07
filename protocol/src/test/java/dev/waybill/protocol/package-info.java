@NullMarked
package dev.waybill.protocol;

import org.jspecify.annotations.NullMarked;
