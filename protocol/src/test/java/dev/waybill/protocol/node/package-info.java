@NullMarked
package dev.waybill.protocol.node;

import org.jspecify.annotations.NullMarked;
