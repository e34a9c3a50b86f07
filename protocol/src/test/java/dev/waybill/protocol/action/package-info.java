@NullMarked
package dev.waybill.protocol.action;

import org.jspecify.annotations.NullMarked;
